package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/// A model of 20 MB with constants of 10 GB takes little memory.
@Timeout(180)
class LargeModelTest {
  private static final int LAYERS = 40_000;
  private static final long WEIGHTS = 10L << 30;

  @TempDir Path folder = Path.of("");

  /// What runs in a process of its own: lists the model's splits.
  static final class Lister {
    private Lister() {}

    public static void main(String[] arguments) throws IOException {
      List<SplitLayer> splits = Model.read(Path.of(arguments[0])).splits();
      boolean sound = splits.stream().allMatch(split -> split.plan().isPresent());
      System.exit(sound ? splits.size() % 256 : 255);
    }
  }

  @Test
  void itsSplitsAreListedInLittleMemory() throws IOException, InterruptedException {
    Path file = folder.resolve("model.xml");
    write(file);
    assertThat(Files.size(file)).isGreaterThan(20_000_000);
    try (RandomAccessFile weights =
        new RandomAccessFile(folder.resolve("model.bin").toFile(), "rw")) {
      weights.setLength(WEIGHTS);
      weights.write(1);
    }
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                Lister.class.getName(),
                file.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isEqualTo(LAYERS / 400);
  }

  private static String classPath() {
    return Stream.of(Lister.class, Model.class, Logger.class)
        .map(
            type ->
                Path.of(URI.create("" + type.getProtectionDomain().getCodeSource().getLocation())))
        .map(Path::toString)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void write(Path file) throws IOException {
    String port = "<port id=\"%s\" precision=\"FP32\">\n<dim>1</dim>\n<dim>64</dim>\n</port>\n";
    try (BufferedWriter xml = Files.newBufferedWriter(file)) {
      xml.write("<net version=\"11\"><layers>\n");
      xml.write("<layer id=\"0\" name=\"x\" type=\"Parameter\"><data shape=\"1,64\"");
      xml.write(" element_type=\"f32\"/><output>" + port.formatted(0) + "</output></layer>\n");
      xml.write("<layer id=\"1\" name=\"axis\" type=\"Const\"><data shape=\"\"");
      xml.write(" element_type=\"i64\" offset=\"0\" size=\"8\"/><output>");
      xml.write("<port id=\"0\"/></output></layer>\n");
      xml.write(
          "<layer id=\"2\" name=\"huge\" type=\"Const\"><data shape=\"%s\"".formatted(WEIGHTS - 8));
      xml.write(" element_type=\"u8\" offset=\"8\" size=\"%s\"/><output>".formatted(WEIGHTS - 8));
      xml.write("<port id=\"0\"/></output></layer>\n");
      for (int i = 3; i < LAYERS + 3; i++) {
        boolean split = i % 400 == 3;
        xml.write(
            "<layer id=\"%s\" name=\"block/%s\" type=\"%s\" version=\"opset1\">\n"
                .formatted(i, i, split ? "Split" : "Add"));
        xml.write("<data auto_broadcast=\"numpy\" num_splits=\"2\"/>\n<input>\n");
        xml.write(port.formatted(0) + port.formatted(1) + "</input>\n<output>\n");
        xml.write(port.formatted(2) + port.formatted(3) + "</output>\n<rt_info>\n");
        xml.write(
            "<attribute name=\"fused_names_0\" version=\"0\" value=\"block/%s\"/>\n".formatted(i));
        xml.write("</rt_info>\n</layer>\n");
      }
      xml.write("</layers><edges>\n");
      String edge = "<edge from-layer=\"%s\" from-port=\"%s\" to-layer=\"%s\" to-port=\"%s\"/>\n";
      for (int i = 3; i < LAYERS + 3; i++) {
        boolean split = i % 400 == 3;
        xml.write(edge.formatted(split ? 0 : i - 1, split ? 0 : 2, i, 0));
        xml.write(edge.formatted(split ? 1 : 2, 0, i, 1));
      }
      xml.write("</edges></net>\n");
    }
  }
}
