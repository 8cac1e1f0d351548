package io.cleave.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.spark.bench.SparkBench;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Measures, when it is asked for by name: in a JVM that compiles well, which those of tests do
/// not.
class SparkSpeed {
  @Test
  void measures() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx4g",
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path")
                    + File.pathSeparator
                    + System.getProperty("cleave.jar"),
                SparkBench.class.getName()));
    File table = LocalSpark.BASE.resolve("target/spark-speed.md").toFile();
    Process process =
        builder.redirectOutput(table).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
