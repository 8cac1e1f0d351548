package io.cleave;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.Cli;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Runs the README and the pages: each command must print what is printed there, each program what
/// its comment says, and each link must lead to a file and a heading.
class ReadmeIT {
  private static final Path ROOT = Path.of(System.getProperty("cleave.basedir"));
  private static final Pattern LINK = Pattern.compile("]\\(([^)#]*)#?([^)]*)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  /// An artifact and its version: in XML, in Kotlin or in the comment of a program.
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "(?:<artifactId>|(?:cleave|lwjgl|jocl|onnxruntime):)([a-z]+)"
              + "(?:</artifactId>\\s*<version>|:|, )([0-9.]+)");

  private static final String JAR = System.getProperty("cleave.cli.jar");

  /// For the programs that exchange data with them.
  private static final Pattern LIBRARIES = Pattern.compile("(onnxruntime|bytedeco)");

  /// In place of lines that differ from machine to machine.
  private static final String ELLIPSIS = "...";

  /// In a program, before what its line prints.
  private static final String PRINTS = "// prints ";

  /// Before a command of a page.
  private static final String COMMAND = "$ ./cleave ";

  /// Printed behind what a block prints.
  private static final String END = "<end of block>\n";

  @TempDir private Path folder;

  /// Preparation of a block: gives the command, or the folder of classes, that [Blocks] runs.
  private interface Preparation {
    String of(String block) throws IOException;
  }

  /// Files that are there are not replaced.
  @BeforeEach
  @AfterEach
  void removeParts() throws IOException {
    Path parts = ROOT.resolve("target/parts");
    if (Files.exists(parts)) {
      try (Stream<Path> files = Files.list(parts)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> consoleBlocksPrintWhatTheySay() throws IOException {
    return tests("console", 0, block -> block.lines().findFirst().orElseThrow(), this::check);
  }

  private void check(String block, List<String> printed) {
    List<String> lines = block.lines().toList();
    List<String> expected = lines.subList(1, lines.size());
    if (expected.getLast().equals(ELLIPSIS)) {
      assertThat(printed)
          .startsWith(expected.subList(0, expected.size() - 1).toArray(String[]::new));
    } else {
      assertThat(printed).isEqualTo(expected);
    }
  }

  @TestFactory
  Stream<DynamicTest> programsPrintWhatTheirCommentsSay() throws IOException {
    return tests("java", 4, this::compiled, this::checkProgram);
  }

  private String compiled(String program) throws IOException {
    Path classes = Files.createTempDirectory(folder, "program");
    String source = Files.writeString(classes.resolve("Example.java"), program).toString();
    List<String> javac =
        List.of("javac", "-cp", classPath(), "-proc:none", "-d", classes.toString(), source);
    assertThat(Cli.tool(javac)).returns(0, Cli::code);
    return classes.toString();
  }

  private void checkProgram(String program, List<String> printed) {
    assertThat(program.lines().filter(line -> line.contains(PRINTS)))
        .singleElement()
        .extracting(line -> line.substring(line.indexOf(PRINTS) + PRINTS.length()))
        .isEqualTo(String.join("\n", printed));
  }

  private static String classPath() {
    Stream<String> libraries =
        Pattern.compile(File.pathSeparator)
            .splitAsStream(System.getProperty("java.class.path"))
            .filter(LIBRARIES.asPredicate());
    return Stream.concat(Stream.of(JAR), libraries).collect(Collectors.joining(File.pathSeparator));
  }

  /// The outputs of commands and programs. All run in one JVM, since starting one takes longer than
  /// most of them do.
  ///
  /// @param blocks commands, or the folders of programs' classes
  private static List<List<String>> outputs(List<String> blocks) throws IOException {
    String here = ReadmeIT.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    String path = classPath() + File.pathSeparator + here;
    ProcessBuilder builder =
        Cli.java("--enable-native-access=ALL-UNNAMED", "-cp", path, Blocks.class.getName());
    builder.command().addAll(blocks);
    // Unless it is told so, ONNX Runtime reports on its use.
    builder.environment().put("ORT_DISABLE_TELEMETRY", "1");
    Cli run = Cli.run(builder.directory(ROOT.toFile()));
    assertThat(run.code()).as(run.toString()).isZero();
    return Stream.of(run.out().split(END)).map(output -> output.lines().toList()).toList();
  }

  /// Runs commands and programs.
  static final class Blocks {
    private Blocks() {}

    static void main(String... blocks) throws Exception {
      for (String block : blocks) {
        if (block.startsWith(COMMAND)) {
          Cli run = Cli.run(block.substring(COMMAND.length()).split(" "));
          IO.print(run.code() == 0 ? run.out() : run + "\n");
        } else {
          runProgram(Path.of(block));
        }
        IO.print(END);
      }
    }

    private static void runProgram(Path classes) throws Exception {
      try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
        Constructor<?> example = loader.loadClass("Example").getDeclaredConstructor();
        example.setAccessible(true);
        Method main = example.getDeclaringClass().getDeclaredMethod("main");
        main.setAccessible(true);
        main.invoke(example.newInstance());
      }
    }
  }

  /// A test for each block of a language on each page.
  ///
  /// @param line the one that the block is called after
  /// @param check compares a block with what it printed
  private static Stream<DynamicTest> tests(
      String language, int line, Preparation preparation, BiConsumer<String, List<String>> check)
      throws IOException {
    List<String> names = new ArrayList<>();
    List<String> blocks = new ArrayList<>();
    List<String> prepared = new ArrayList<>();
    for (Path page : pages("README.md", "src/site/markdown")) {
      for (String block : blocks(page, language)) {
        // SparkPagesTest runs these.
        if (!block.contains("org.apache.spark")) {
          names.add(page.getFileName() + ": " + block.lines().skip(line).findFirst().orElseThrow());
          blocks.add(block);
          prepared.add(preparation.of(block));
        }
      }
    }
    List<List<String>> printed = outputs(prepared);
    assertThat(printed).hasSameSizeAs(blocks).isNotEmpty();
    return IntStream.range(0, blocks.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    names.get(i), () -> check.accept(blocks.get(i), printed.get(i))));
  }

  /// A file, and the pages of a folder.
  private static List<Path> pages(String file, String folder) throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      return Stream.concat(
              Stream.of(ROOT.resolve(file)),
              files.filter(page -> page.toString().endsWith(".md")).sorted())
          .toList();
    }
  }

  /// The blocks of a page that are marked with a language.
  private static List<String> blocks(Path page, String language) throws IOException {
    return Pattern.compile("(?ms)^```%s\n(.*?)^```$".formatted(language))
        .matcher(Files.readString(page))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  /// The dependencies of the README, for Maven and for Gradle, are jars of the build.
  @Test
  void versionsAreThoseOfTheBuild() throws IOException {
    List<String> jars =
        Pattern.compile(File.pathSeparator)
            .splitAsStream(System.getProperty("java.class.path"))
            .map(jar -> Path.of(jar).getFileName().toString())
            .toList();
    List<MatchResult> versions =
        DEPENDENCY.matcher(Files.readString(ROOT.resolve("README.md"))).results().toList();
    assertThat(versions).hasSize(6);
    for (MatchResult version : versions) {
      assertThat(jars)
          .as(version.group())
          .contains("%s-%s.jar".formatted(version.group(1), version.group(2)));
    }
  }

  @Test
  void linksLeadToFilesAndHeadings() throws IOException {
    List<Path> pages = new ArrayList<>(pages("README.md", "src/site/markdown"));
    pages.addAll(pages("CHANGELOG.md", ".github"));
    for (Path page : pages) {
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        if (!link.group(1).contains("://")) {
          requireTarget(page, link.group(1), link.group(2));
        }
      }
    }
  }

  private static void requireTarget(Path page, String file, String heading) throws IOException {
    Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    assertThat(target).as("link in %s", page).exists();
    if (!heading.isEmpty()) {
      assertThat(HEADING.matcher(Files.readString(target)).results())
          .as("link to a heading in %s", page)
          .map(found -> found.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", ""))
          .anyMatch(found -> found.replace(' ', '-').equals(heading));
    }
  }
}
