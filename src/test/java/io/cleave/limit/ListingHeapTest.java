package io.cleave.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.Main;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is printed of an input may be far longer, and takes no more memory than the input may.
class ListingHeapTest {
  private static final int MIB = 1 << 20;

  @TempDir private Path folder = Path.of("");

  /// Runs a command in a process with the heap that is promised for its input, and what the JVM
  /// needs.
  ///
  /// @return the bytes that it printed
  private long run(String command, Path input, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("-Xmx" + (InputLimits.HEAP_PER_HEADER_BYTE + 8) + "m");
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.add("--enable-native-access=ALL-UNNAMED");
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of(command, input.toString(), "--limit", "header=1M"));
    words.addAll(List.of(options));
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(words)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.size(out);
  }

  @ParameterizedTest
  @ValueSource(strings = {"known.xml", "shapes.xml"})
  void splitsAreListed(String name) throws IOException, InterruptedException {
    Path model = Objects.requireNonNull(new HostileInputs(folder, MIB).write().get(name));
    assertThat(run("ir", model)).isPositive();
    assertThat(run("ir", model, "--json")).isGreaterThan(30 * MIB);
  }

  @Test
  void plansAreExplained() throws IOException, InterruptedException {
    String shape = "1" + ",1".repeat(63);
    int tensors = 5000;
    String header =
        IntStream.range(0, tensors)
            .mapToObj(
                i ->
                    "\"%s\":{\"dtype\":\"U8\",\"shape\":[%s],\"data_offsets\":[%s,%s]}"
                        .formatted(i, shape, i, i + 1))
            .collect(Collectors.joining(",", "{", "}"));
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    ByteBuffer file =
        ByteBuffer.allocate(Long.BYTES + text.length + tensors).order(ByteOrder.LITTLE_ENDIAN);
    Path many = folder.resolve("many.safetensors");
    Files.write(many, file.putLong(text.length).put(text).array());
    String[] options = {"--axis", "0", "--equal", "1", "--device", "cpu", "--json"};
    assertThat(run("explain", many, options)).isPositive();
  }
}
