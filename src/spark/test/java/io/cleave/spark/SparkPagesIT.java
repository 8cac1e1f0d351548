package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the programs with Spark of the README and of its page.
class SparkPagesIT {
  private static final Path README = LocalSpark.BASE.resolve("README.md");
  private static final Path PAGE = LocalSpark.BASE.resolve("src/site/markdown/spark.md");

  /// Stands in a program before what the line prints.
  private static final String PRINTS = "// prints ";

  private static final String SCALA = "scala";

  @TempDir private Path folder;

  @Test
  void theProgramOfTheReadmePrintsWhatItSays() throws Exception {
    runs(README, "java");
  }

  @Test
  void theScalaOfThePagePrintsWhatItSays() throws Exception {
    runs(PAGE, SCALA);
  }

  private void runs(Path page, String language) throws Exception {
    String program = block(page, language);
    List<String> expected =
        program
            .lines()
            .filter(line -> line.contains(PRINTS))
            .map(line -> line.substring(line.indexOf(PRINTS) + PRINTS.length()))
            .toList();
    assertThat(expected).isNotEmpty();
    assertThat(language.equals(SCALA) ? scala(program) : java(program)).isEqualTo(expected);
  }

  private static String block(Path page, String language) throws IOException {
    String text = Files.readString(page);
    String fence = "```" + language + "\n";
    for (int at = text.indexOf(fence); at >= 0; at = text.indexOf(fence, at + 1)) {
      String block = text.substring(at + fence.length(), text.indexOf("```", at + fence.length()));
      if (block.contains("io.cleave.spark")) {
        return block;
      }
    }
    throw new AssertionError("%s has no %s with Spark".formatted(page, language));
  }

  private List<String> java(String program) throws Exception {
    return output(Files.writeString(folder.resolve("Example.java"), program).toString());
  }

  /// As a shell takes it, which has a session already.
  private List<String> scala(String program) throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Example.scala"),
            """
            object Example {
              val spark = org.apache.spark.sql.SparkSession.builder().getOrCreate()
              def main(args: Array[String]): Unit = {
            %s
              }
            }
            """
                .formatted(program));
    output("scala.tools.nsc.Main", "-usejavacp", "-d", folder.toString(), source.toString());
    return output("Example");
  }

  private List<String> output(String... what) throws Exception {
    String path =
        String.join(
            File.pathSeparator,
            folder.toString(),
            System.getProperty("java.class.path"),
            System.getProperty("cleave.jar"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dspark.master=local[1]",
                "-Dspark.ui.enabled=false",
                "-Dspark.driver.host=127.0.0.1",
                "-Dspark.driver.bindAddress=127.0.0.1",
                "-cp",
                path));
    command.addAll(List.of(what));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("LD_PRELOAD", "");
    Process process = builder.start();
    List<String> lines = process.inputReader().readAllLines();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as("%s printed %s", command, lines).isZero();
    return lines;
  }
}
