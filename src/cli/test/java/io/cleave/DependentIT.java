package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.cleave.cli.Cli;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two tiny projects that depend on the library's jar, on the class path and on the module path.
/// Each splits in plain Java and on PoCL.
class DependentIT {
  /// Splits on Java and on PoCL.
  private static final String PROGRAM =
      """
      package app;

      import static io.cleave.plan.ElementType.F32;
      import static java.lang.foreign.MemorySegment.ofArray;

      import io.cleave.Device;
      import io.cleave.Splitter;
      import io.cleave.plan.Cut;
      import io.cleave.plan.Layout;
      import io.cleave.plan.SplitPlan;
      import java.util.Arrays;
      import java.util.List;

      public class App {
        public static void main(String[] names) {
          System.out.println(App.class.getModule().isNamed() ? "named" : "unnamed");
          SplitPlan plan = SplitPlan.of(Layout.of(F32, 2, 4), -1, Cut.byLengths(1, -1));
          for (Device device : Device.all()) {
            if (device.platform().matches("Java.*|Portable Computing Language")) {
              float[] x = {1, 2, 3, 4, 5, 6, 7, 8};
              float[] q = new float[2];
              float[] k = new float[6];
              try (Splitter splitter = Splitter.open(device)) {
                splitter.split(plan, ofArray(x), List.of(ofArray(q), ofArray(k)));
              }
              String kind = device.equals(Device.cpu()) ? "JAVA" : "OPENCL";
              System.out.println(kind + Arrays.toString(q) + Arrays.toString(k));
            }
          }
        }
      }
      """;

  /// Splits twenty times 16 MiB of native memory, and prints each thread that was started by
  /// opening the splitter and each library of a driver that was loaded.
  private static final String QUIET =
      """
      package app;

      import io.cleave.Splitter;
      import io.cleave.plan.Cut;
      import io.cleave.plan.ElementType;
      import io.cleave.plan.Layout;
      import io.cleave.plan.SplitPlan;
      import java.lang.foreign.Arena;
      import java.lang.foreign.MemorySegment;
      import java.nio.charset.StandardCharsets;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.util.List;
      import java.util.Set;

      public class App {
        public static void main(String[] none) throws Exception {
          Set<Thread> before = Thread.getAllStackTraces().keySet();
          try (Splitter splitter = Splitter.open(); Arena arena = Arena.ofShared()) {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
              if (!before.contains(thread)) {
                System.out.println(thread);
              }
            }
            Layout layout = Layout.of(ElementType.U8, 1 << 18, 64);
            SplitPlan plan = SplitPlan.of(layout, 1, Cut.byLengths(16, 48));
            MemorySegment data = arena.allocate(layout.bytes(), 64);
            for (int i = 0; i < 20; i++) {
              splitter.split(plan, data, arena);
            }
            Thread.sleep(2000);
            splitter.split(plan, data, arena);
          }
          List<String> maps =
              Files.readAllLines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1);
          maps.stream()
              .filter(line -> line.matches(".*(?i:opencl|pocl|llvm).*[.]so.*"))
              .forEach(System.out::println);
        }
      }
      """;

  private static final String PARTS = "[1.0, 5.0][2.0, 3.0, 4.0, 6.0, 7.0, 8.0]";

  /// What it prints behind the kind of module.
  private static final List<String> PRINTED = List.of("JAVA" + PARTS, "OPENCL" + PARTS);

  @TempDir private Path folder;

  @Test
  void splitsOnTheClassPath() throws Exception {
    String path = path("slf4j-api", "lwjgl-3", "lwjgl-opencl", "natives-linux.jar");
    source("app/App.java", PROGRAM);
    javac(0, "-cp", path);
    String all = path + File.pathSeparator + out();
    assertThat(run(Cli.java("-cp", all, "--enable-native-access=ALL-UNNAMED", "app.App")))
        .contains("unnamed")
        .containsAll(PRINTED)
        .noneMatch(line -> line.contains("Unsafe"));
  }

  /// Where signals are not chained, no device may be used unasked: no driver is loaded, and nothing
  /// is printed but what would make images faster.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @EnabledOnOs(OS.LINUX)
  void isQuietWhereNoDeviceMayBeUsed(boolean isModule) throws Exception {
    String path = path("slf4j", "lwjgl-3", "lwjgl-opencl", "natives-linux.jar", "jocl-");
    if (isModule) {
      source("module-info.java", "module app { requires io.cleave; }");
    }
    source("app/App.java", QUIET);
    javac(0, isModule ? "-p" : "-cp", path);
    String all = path + File.pathSeparator + out();
    String options = "--add-modules=org.lwjgl.natives,org.lwjgl.opencl,jocl";
    ProcessBuilder builder =
        isModule
            ? Cli.java(options, "-p", all, "-m", "app/app.App")
            : Cli.java("-cp", all, "app.App");
    builder.environment().remove("LD_PRELOAD");
    assertThat(run(builder))
        .singleElement(STRING)
        .contains("INFO io.cleave.cpu.Vectors", "--add-modules jdk.incubator.vector");
  }

  /// With what the page on services tells a module to say.
  @TableTest(
      """
      requires org.lwjgl.opencl; | lwjgl-3 lwjgl-opencl natives-linux.jar | \
      --add-modules=org.lwjgl.natives --enable-native-access=org.lwjgl,io.cleave
      requires jocl;             | jocl- | --enable-native-access=jocl,io.cleave
      """)
  void splitsOnTheModulePath(String requires, String jars, String options) throws Exception {
    Path page = Path.of(System.getProperty("cleave.basedir"), "src/site/markdown/service.md");
    assertThat(Files.readString(page)).contains("requires io.cleave; " + requires, options);
    String path = path("slf4j-api " + jars);
    assertThat(onTheModulePath("requires io.cleave; " + requires, path, options))
        .contains("named")
        .containsAll(PRINTED);
  }

  @Test
  void splitsOnTheModulePathInPlainJava() throws Exception {
    assertThat(onTheModulePath("requires io.cleave;", path("slf4j-api"), "-ea"))
        .contains("named", PRINTED.getFirst())
        .doesNotContain(PRINTED.getLast());
  }

  private List<String> onTheModulePath(String requires, String path, String options)
      throws Exception {
    source("module-info.java", "module app { %s }".formatted(requires));
    source("app/App.java", PROGRAM);
    javac(0, "-p", path);
    ProcessBuilder program = Cli.java(options.split(" "));
    program.command().addAll(List.of("-p", path + File.pathSeparator + out(), "-m", "app/app.App"));
    return run(program);
  }

  @Test
  void whatIsNotExportedCannotBeUsed() throws Exception {
    source("module-info.java", "module app { requires io.cleave; }");
    source("app/App.java", "package app; class App { io.cleave.json.JsonWriter inside; }");
    assertThat(String.join(" ", javac(1, "-p", path("slf4j-api"))))
        .contains("declared in module io.cleave, which does not export it");
  }

  /// The library's jar and those of the class path whose names contain one of these words.
  private static String path(String... words) {
    List<String> wanted = List.of(String.join(" ", words).split(" "));
    return Stream.concat(
            Stream.of(System.getProperty("cleave.jar")),
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(
                    jar ->
                        wanted.stream().anyMatch(Path.of(jar).getFileName().toString()::contains)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private void source(String name, String text) throws IOException {
    Path file = folder.resolve("src").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String out() {
    return folder.resolve("out").toString();
  }

  private List<String> javac(int code, String... options) throws IOException {
    // Without a class path javac would take that of this JVM.
    List<String> command = new ArrayList<>(List.of("javac", "-d", out(), "-cp", out()));
    command.addAll(List.of(options));
    try (Stream<Path> files = Files.walk(folder.resolve("src"))) {
      files.filter(Files::isRegularFile).map(Path::toString).forEach(command::add);
    }
    return printed(code, Cli.tool(command));
  }

  private static List<String> run(ProcessBuilder command) {
    return printed(0, Cli.run(command));
  }

  private static List<String> printed(int code, Cli run) {
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(code);
    return (run.out() + run.err()).lines().toList();
  }
}
