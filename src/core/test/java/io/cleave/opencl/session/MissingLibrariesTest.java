package io.cleave.opencl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cleave.Jvm;
import io.cleave.TableTest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Messages on machines that lack something. Each is a process that looks for devices twice.
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class MissingLibrariesTest {
  @TempDir Path folder;

  /// FOLDER has a `libOpenCL.so` that is no library, and a file that names a driver that is gone.
  ///
  /// @param arguments of [SearchInAProcess]
  /// @param lacks a pattern of what the class path has not
  /// @param setting an option of the JVM, or an environment variable
  /// @param message the words between the dots, in order
  @TableTest(
      """
      lwjgl | - | OCL_ICD_VENDORS=/nowhere | OpenCL: the loader found no platform; see that /nowhere, which OCL_ICD_VENDORS names, has the .icd file of a driver, or unset it
      lwjgl | - | -Dorg.lwjgl.opencl.libname=/nowhere.so | lwjgl: ... /nowhere.so ... ; correct -Dorg.lwjgl.opencl.libname=/nowhere.so, or leave it out
      lwjgl | - | -Dorg.lwjgl.opencl.libname=libc.so.6 | lwjgl: ... A core OpenCL function is missing ... libc.so.6
      lwjgl | .*natives-.* | - | lwjgl: ... liblwjgl ... add org.lwjgl:lwjgl with the classifier natives-
      lwjgl | - | -Dorg.lwjgl.opencl.explicitInit=true | lwjgl: OpenCL is not initialised; call CL.create() first, as -Dorg.lwjgl.opencl.explicitInit=true promises
      borrow lwjgl | lwjgl.* | - | lwjgl: it is not on the class path (java.lang.NoClassDefFoundError: ... ); add org.lwjgl:lwjgl-opencl and the natives of org.lwjgl:lwjgl ... Error
      auto | lwjgl.* | - | lwjgl: jocl
      jocl | - | OCL_ICD_VENDORS=/nowhere | OpenCL: the loader found no platform; see that /nowhere, which OCL_ICD_VENDORS names, has the .icd file of a driver, or unset it
      all | - | LD_LIBRARY_PATH=FOLDER | OpenCL: libOpenCL.so.1 or libOpenCL.so cannot be loaded; install its loader, ocl-icd-libopencl1 ... and a driver
      jocl | - | -Djava.io.tmpdir=/dev/null/nowhere | jocl: java.io.IOException: ... /dev/null/nowhere ... writable
      all | - | OCL_ICD_VENDORS=FOLDER | FOLDER/gone.icd: OpenCL's loader cannot load "libgone.so.1"; install that driver again, or remove the file
      all | jocl-.* | - | jocl: it is not on the class path (java.lang.NoClassDefFoundError: ... ); add org.jocl:jocl 2.0.6, or use the other binding
      borrow jocl | jocl-.* | - | jocl: it is not on the class path (java.lang.NoClassDefFoundError: ... ); add org.jocl:jocl 2.0.6, or use the other binding ... Error
      """)
  void isNamedWithARemedy(String arguments, String lacks, String setting, String message)
      throws Exception {
    boolean isJocls = arguments.startsWith("jocl") && !setting.startsWith("LD_");
    assumeTrue(!isJocls || new JoclApi().load() == null, "JOCL does not work here at all");
    List<String> lines = run(arguments, lacks, setting.replace("FOLDER", folder.toString()));
    if (message.startsWith("FOLDER")) {
      lines = lines.stream().filter(line -> line.contains("gone.icd: ")).toList();
    }
    assertThat(lines).hasSize(2);
    // A class that could not be initialised is just not there the second time.
    assertThat(lines.stream().distinct()).hasSizeLessThan(arguments.startsWith("borrow") ? 3 : 2);
    String[] words = message.replace("FOLDER", folder.toString()).split(" \\.\\.\\. ", -1);
    for (String line : lines) {
      assertThat(line).startsWith("missing " + words[0]).containsSubsequence(words);
    }
  }

  private List<String> run(String arguments, String lacks, String setting)
      throws IOException, InterruptedException {
    Files.writeString(folder.resolve("libOpenCL.so"), "not a library");
    Files.writeString(folder.resolve("libOpenCL.so.1"), "not a library");
    Files.writeString(folder.resolve("gone.icd"), "libgone.so.1\n");
    List<String> command =
        Jvm.java("--enable-native-access=ALL-UNNAMED", "-Xmx128m", "-Xshare:auto");
    if (setting.startsWith("-D")) {
      command.add(setting);
    }
    command.addAll(List.of("-cp", classPath(lacks), SearchInAProcess.class.getName(), arguments));
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    var builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    if (!setting.startsWith("-")) {
      String[] variable = setting.split("=", 2);
      builder.environment().put(variable[0], variable[1]);
    }
    Process process = builder.start();
    assertThat(process.waitFor(50, TimeUnit.SECONDS)).as("it ended in time").isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
    // LWJGL adds the system's own words at the second failure; JOCL prints its own.
    return Files.readAllLines(output).stream()
        .filter(line -> line.startsWith("missing "))
        .map(line -> line.replaceAll("\\(error = .*\\)", ""))
        .toList();
  }

  private static String classPath(String lacks) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !Path.of(entry).getFileName().toString().matches(lacks))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
