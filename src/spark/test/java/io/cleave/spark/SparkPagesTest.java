package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import scala.Console;
import scala.tools.nsc.Main;

/// Runs the programs with Spark in the README and on its page: a line `// prints X` prints X.
class SparkPagesTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```(java|scala)\n(.*?)```");
  private static final Pattern PRINTS = Pattern.compile("// prints (.*)");
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir private Path folder;

  record Program(String page, String language, String text) {
    @Override
    public String toString() {
      return language + " of " + page;
    }
  }

  static List<Program> programs() throws Exception {
    List<Program> programs = new ArrayList<>();
    for (String page : List.of("README.md", "src/site/markdown/spark.md")) {
      Matcher block = BLOCK.matcher(Files.readString(LocalSpark.BASE.resolve(page)));
      while (block.find()) {
        if (block.group(2).contains("io.cleave.spark")) {
          programs.add(new Program(page, block.group(1), block.group(2)));
        }
      }
    }
    return programs;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void printsWhatItSays(Program program) throws Exception {
    List<String> expected =
        PRINTS.matcher(program.text()).results().map(line -> line.group(1)).toList();
    assertThat(expected).isNotEmpty();
    boolean isJava = program.language().equals("java");
    LocalSpark.session();
    assertThat(isJava ? java(program.text()) : scala(program.text())).isEqualTo(expected);
  }

  private List<String> java(String program) throws Exception {
    Path source = Files.writeString(folder.resolve("Example.java"), program);
    int problems =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", CLASS_PATH, "-d", "" + folder, "" + source);
    assertThat(problems).isZero();
    Class<?> example = example();
    Constructor<?> constructor = example.getDeclaredConstructor();
    constructor.setAccessible(true);
    Method main = example.getDeclaredMethod("main");
    main.setAccessible(true);
    return printed(() -> main.invoke(constructor.newInstance()));
  }

  /// As a shell runs it, which has a session already.
  private List<String> scala(String program) throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Example.scala"),
            """
            object Example {
              val spark = org.apache.spark.sql.SparkSession.builder().getOrCreate()
              def run(): Unit = {
            %s
              }
            }
            """
                .formatted(program));
    Main.process(new String[] {"-classpath", CLASS_PATH, "-d", "" + folder, "" + source});
    assertThat(Main.reporter().hasErrors()).isFalse();
    Method run = example().getMethod("run");
    return printed(() -> run.invoke(null));
  }

  private Class<?> example() throws Exception {
    return Class.forName(
        "Example",
        true,
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, SparkPagesTest.class.getClassLoader()));
  }

  private static List<String> printed(Callable<?> program) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = Objects.requireNonNull(System.out);
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      System.setOut(out);
      Console.withOut(
          out,
          () -> {
            try {
              return program.call();
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
