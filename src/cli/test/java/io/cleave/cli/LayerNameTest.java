package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.ir.TestModel;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names of layers in listings, of which long ones are cut between characters.
class LayerNameTest {
  @TempDir private Path folder;

  @Test
  void ofLongOnesTheBeginningIsPrinted() throws IOException {
    TestModel model = new TestModel();
    TestModel.Out x = model.parameter("x", "u8", "2");
    int split = model.split("s".repeat(5000), x, model.scalar(0), 2, 2);
    model.other("n".repeat(999) + "\ud83d\ude00", "Relu", new TestModel.Out(split, 2));
    model.other("r".repeat(1000), "Relu", new TestModel.Out(split, 3));
    String file = model.write(folder).toString();
    assertThat(Cli.run("ir", file).out())
        .startsWith("s".repeat(1000) + "...  Split")
        .contains("-> " + "n".repeat(999) + "...:0", "-> " + "r".repeat(1000) + ":0");
    assertThat(Cli.run("ir", file, "--json").out())
        .contains("\"" + "s".repeat(1000) + "...\"", "\"" + "n".repeat(999) + "...\"");
  }
}
