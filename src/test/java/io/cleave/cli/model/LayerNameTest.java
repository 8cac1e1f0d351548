package io.cleave.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.cli.Cli;
import io.cleave.ir.TestModel;
import io.cleave.json.JsonObject;
import io.cleave.json.JsonReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Names of layers in listings, which are cut where they are long.
class LayerNameTest {
  @TempDir private Path folder;

  /// A model of a layer that takes each of some parts.
  private String model(String name, int parts) throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "" + parts);
    int split = model.split("s", x, model.scalar(0), parts, parts);
    for (int i = 0; i < parts; i++) {
      model.other(i == 0 ? name : "r" + i, "Relu", new TestModel.Out(split, 2 + i));
    }
    return model.write(folder).toString();
  }

  private static String consumer(Cli run) {
    JsonObject split = first(JsonReader.parse(run.out()).asObject(), "splits");
    JsonObject taker = first(first(split, "outputs"), "consumers");
    assertThat(taker.require("id").toString()).isEqualTo("3");
    return taker.require("layer").asString();
  }

  private static JsonObject first(JsonObject json, String key) {
    return json.require(key).asArray().items().getFirst().asObject();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 999, 1000})
  void usualOnesAreSaidWholly(int length) throws IOException {
    String name = "n".repeat(length);
    String file = model(name, 2);
    assertThat(consumer(Cli.run("ir", file, "--json"))).isEqualTo(name);
    assertThat(Cli.run("ir", file).out()).contains("-> " + name + ":0");
  }

  @Test
  void ofLongOnesTheBeginningIsSaid() throws IOException {
    String file = model("n".repeat(100_000), 2);
    assertThat(consumer(Cli.run("ir", file, "--json"))).isEqualTo("n".repeat(1000) + "...");
    assertThat(Cli.run("ir", file).out())
        .contains("n".repeat(1000) + "...:0")
        .hasSizeLessThan(2000);
  }

  @Test
  void noCharacterIsCutInTwo() throws IOException {
    String name = "n".repeat(999) + "\ud83d\ude00";
    assertThat(consumer(Cli.run("ir", model(name, 2), "--json")))
        .isEqualTo("n".repeat(999) + "...");
  }

  @Test
  void namesOfSplitsAreCutAsWell() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "2");
    model.split("s".repeat(5000), x, model.scalar(0), 2, 0);
    String file = model.write(folder).toString();
    String begin = "s".repeat(1000) + "...";
    assertThat(Cli.run("ir", file).out()).startsWith(begin + "  Split");
    assertThat(Cli.run("ir", file, "--json").out().lines().collect(Collectors.joining()))
        .contains("\"layer\": \"" + begin + "\"");
  }
}
