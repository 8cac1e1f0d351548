package io.cleave.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.Cli;
import io.cleave.ir.TestModel;
import io.cleave.json.JsonReader;
import io.cleave.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `cleave run` on models whose names are long, for many outputs: each name is taken once.
class LongRunNamesTest {
  private static final Map<String, String> LITTLE = Map.of("JAVA_TOOL_OPTIONS", "-Xmx128m");

  @TempDir private Path folder;

  private Path data(int bytes) throws IOException {
    return Files.write(folder.resolve("data.raw"), new byte[bytes]);
  }

  private String[] command(Path model, String... more) {
    return Stream.of(
            List.of("run", model.toString()),
            List.of("--out", folder.resolve("out").toString()),
            List.of(more))
        .flatMap(List::stream)
        .toArray(String[]::new);
  }

  private List<String> written() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private Path split(String name, int parts) throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "" + parts);
    model.split(name, x, model.scalar(0), parts, 0);
    return model.write(folder);
  }

  @Test
  void theLongNameOfALayerIsInMemoryOnce() throws IOException {
    String[] command =
        command(split("L".repeat(900_000), 1000), "--layer", "2", "--data", "" + data(1000));
    Cli run = Cli.start(LITTLE, command);
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(written())
        .hasSize(1000)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("L{40}~[0-9a-f]{16}\\.npy"));
  }

  /// Those that are long, but no longer than a name may be, are cut as they are in whole models.
  @ParameterizedTest
  @ValueSource(ints = {1, 58, 59, 1000})
  void whatIsCutOfOthersStays(int length) throws IOException {
    String name = "n".repeat(length);
    Cli run = Cli.run(command(split(name, 2), "--layer", name, "--data", "" + data(2)));
    assertThat(run.code()).as(run.err()).isZero();
    List<String> names = DistinctNames.of(List.of(name + ".0", name + ".1"));
    assertThat(written()).containsExactlyInAnyOrder(names.get(0) + ".npy", names.get(1) + ".npy");
  }

  /// Layers whose names begin alike share a folder.
  @Test
  void longNamesThatDifferLateDiffer() throws IOException {
    String long1 = "n".repeat(2000);
    for (String name : List.of(long1, long1 + "x")) {
      Cli run = Cli.run(command(split(name, 2), "--layer", name, "--data", "" + data(2)));
      assertThat(run.code()).as(run.err()).isZero();
    }
    assertThat(written()).hasSize(4);
  }

  @Test
  void theLongNameOfManyResultsIsSaidInShort() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "4");
    IntStream.range(0, 300).forEach(i -> model.result("r" + i, x));
    String xml = model.xml().replace("names=\"x\"", "names=\"%s\"".formatted("T".repeat(500_000)));
    Path file = TestModel.write(folder, xml, new byte[0]);
    Cli run = Cli.start(LITTLE, command(file, "--input", "x=" + data(4), "--json"));
    assertThat(run.code()).as(run.err()).isZero();
    List<JsonValue> lines = JsonReader.parse(run.out()).asArray().items();
    assertThat(lines)
        .hasSize(300)
        .allMatch(
            line -> line.asObject().require("name").asString().equals("T".repeat(1000) + "..."));
    assertThat(written()).hasSize(300);
  }
}
