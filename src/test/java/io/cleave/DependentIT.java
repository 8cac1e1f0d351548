package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Projects that depend on the jar, with what the README and the page on services say they need and
/// nothing else: on the module path, and on the class path. Each splits in plain Java and on PoCL.
class DependentIT {
  /// Splits on the platforms that it is given the names of.
  static final String PROGRAM =
      """
      package app;

      import static io.cleave.plan.ElementType.F32;
      import static java.lang.foreign.MemorySegment.ofArray;

      import io.cleave.Devices;
      import io.cleave.Splitters;
      import io.cleave.backend.Device;
      import io.cleave.backend.Splitter;
      import io.cleave.plan.Shape;
      import io.cleave.plan.SplitPlan;
      import java.util.Arrays;
      import java.util.List;

      public class App {
        public static void main(String[] names) {
          System.out.println(App.class.getModule().isNamed() ? "named" : "unnamed");
          for (Device device : Devices.all()) {
            String name = null;
            for (String each : names) {
              name = device.platform().startsWith(each) ? each : name;
            }
            if (name == null) {
              continue;
            }
            float[] x = {1, 2, 3, 4, 5, 6, 7, 8};
            float[] q = new float[2];
            float[] k = new float[6];
            SplitPlan plan = SplitPlan.byLengths(Shape.of(2, 4), F32, -1, 1, -1);
            try (Splitter splitter = Splitters.open(device)) {
              splitter.split(plan, ofArray(x), List.of(ofArray(q), ofArray(k)));
            }
            System.out.println(name + Arrays.toString(q) + Arrays.toString(k));
          }
        }
      }
      """;

  /// What it prints after each name.
  static final String PARTS = "[1.0, 5.0][2.0, 3.0, 4.0, 6.0, 7.0, 8.0]";

  @TempDir private Path folder;

  @Test
  void splitsOnTheModulePathWithLwjgl() throws Exception {
    splitsOnTheModulePath(
        "LWJGL", path("slf4j-api", "lwjgl-3", "lwjgl-opencl", "natives-linux.jar"));
  }

  @Test
  void splitsOnTheModulePathWithJocl() throws Exception {
    splitsOnTheModulePath("JOCL", path("slf4j-api", "jocl-"));
  }

  @Test
  void splitsOnTheModulePathInPlainJava() throws Exception {
    assertThat(onTheModulePath("requires io.cleave;", path("slf4j-api")))
        .containsExactly("named", "Java" + PARTS);
  }

  /// With what a row of the page's table tells it to say.
  private void splitsOnTheModulePath(String binding, String path) throws Exception {
    Matcher row =
        Pattern.compile("\\| %s \\| `([^`]+)` \\| `([^`]+)` \\|".formatted(binding))
            .matcher(Files.readString(Pages.ROOT.resolve("src/site/markdown/service.md")));
    assertThat(row.find()).as("what the page on services says of %s", binding).isTrue();
    checkAll("named", onTheModulePath(row.group(1), path, row.group(2).split(" ")));
  }

  private List<String> onTheModulePath(String requires, String path, String... options)
      throws Exception {
    source("module-info.java", "module app { %s }".formatted(requires));
    source("app/App.java", PROGRAM);
    compile("-p", path);
    List<String> command = new ArrayList<>(List.of(options));
    command.addAll(List.of("-p", path + File.pathSeparator + out(), "-m", "app/app.App"));
    return run(command.toArray(String[]::new));
  }

  @Test
  void splitsOnTheClassPath() throws Exception {
    String path = path("slf4j-api", "lwjgl-3", "lwjgl-opencl", "natives-linux.jar");
    source("app/App.java", PROGRAM);
    compile("-cp", path);
    List<String> lines =
        run(
            "-cp",
            path + File.pathSeparator + folder.resolve("out"),
            "--enable-native-access=ALL-UNNAMED",
            "app.App");
    checkAll("unnamed", lines);
  }

  /// What is not exported cannot be used.
  @Test
  void keepsItsDoorsShut() throws Exception {
    String path = path("slf4j-api");
    source("module-info.java", "module app { requires io.cleave; }");
    source("app/App.java", "package app; class App { io.cleave.json.JsonWriter inside; }");
    var done = process(new ProcessBuilder(javac("-p", path)).redirectErrorStream(true));
    assertThat(done.getKey()).isEqualTo(1);
    assertThat(String.join(" ", done.getValue()))
        .contains("declared in module io.cleave, which does not export it");
  }

  private static void checkAll(String module, List<String> lines) {
    assertThat(lines)
        .containsExactlyInAnyOrder(module, "Java" + PARTS, "Portable Computing Language" + PARTS);
  }

  /// The thin jar and those of the class path whose names contain one of these.
  private static String path(String... words) {
    return Stream.concat(
            Stream.of(System.getProperty("cleave.jar")),
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(
                    entry ->
                        Stream.of(words)
                            .anyMatch(Path.of(entry).getFileName().toString()::contains)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private void source(String name, String text) throws IOException {
    Path file = folder.resolve("src").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void compile(String... options) throws Exception {
    var done = process(new ProcessBuilder(javac(options)).redirectErrorStream(true));
    assertThat(done.getKey()).as(String.join("\n", done.getValue())).isZero();
  }

  private List<String> javac(String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(tool("javac"), "-d", out()));
    command.addAll(List.of(options));
    try (Stream<Path> files = Files.walk(folder.resolve("src"))) {
      files.filter(Files::isRegularFile).map(Path::toString).forEach(command::add);
    }
    return command;
  }

  private static List<String> run(String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(tool("java")));
    command.addAll(List.of(options));
    command.addAll(List.of("Java", "Portable Computing Language"));
    var done = process(new ProcessBuilder(command).redirectError(Redirect.INHERIT));
    assertThat(done.getKey()).as(String.join("\n", done.getValue())).isZero();
    return done.getValue();
  }

  private String out() {
    return folder.resolve("out").toString();
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private static Map.Entry<Integer, List<String>> process(ProcessBuilder builder) throws Exception {
    Process process = builder.start();
    List<String> lines = process.inputReader().readAllLines();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Map.entry(process.exitValue(), lines);
  }
}
