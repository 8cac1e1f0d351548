package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Outputs that a file has no ports for.
class SurplusTest {
  @TempDir private Path folder;
  private final TestModel model = new TestModel();

  private List<SplitLayer> splits() throws IOException {
    return Model.read(model.write(folder)).splits();
  }

  @Test
  void ofManySplitsWithoutPortsFewOutputsAreListed() throws IOException {
    TestModel.Out x = model.parameter("x", "f32", "8192");
    TestModel.Out axis = model.scalar(0);
    for (int i = 0; i < 3; i++) {
      model.split("s" + i, x, axis, 4096, 1);
    }
    List<SplitLayer> splits = splits();
    assertThat(splits.get(0).outputs()).hasSize(4096);
    assertThat(splits.get(0).plan()).isPresent();
    assertThat(splits.get(1).outputs()).hasSize(1 + Surplus.FEW);
    assertThat(splits.get(2).outputs()).hasSize(1 + Surplus.FEW);
    assertThat(splits.get(2).plan()).isEmpty();
    assertThat(splits.get(2).findings().toString())
        .contains("it makes 4096 parts, and the file lists 1 output ports");
  }

  /// Whatever those before it would have listed.
  @Test
  void ofTheOneThatIsAskedForAsManyAreListedAsOfTheFirst() throws IOException {
    TestModel.Out x = model.parameter("x", "f32", "8192");
    TestModel.Out axis = model.scalar(0);
    for (int i = 0; i < 3; i++) {
      model.split("s" + i, x, axis, 4096, 1);
    }
    Model read = Model.read(model.write(folder));
    for (String name : List.of("s0", "s2")) {
      assertThat(read.split(name).outputs()).hasSize(4096);
      assertThat(read.split(name).plan()).isPresent();
    }
  }

  @Test
  void lengthsThatTheFileHasNoPortsForAreCountedToo() throws IOException {
    TestModel.Out x = model.parameter("x", "f32", "9000");
    TestModel.Out axis = model.scalar(0);
    TestModel.Out lengths = model.list(new long[4090]);
    for (int i = 0; i < 2; i++) {
      model.variadic("s" + i, x, axis, lengths, 1);
    }
    List<SplitLayer> splits = splits();
    assertThat(splits.get(0).findings().toString()).contains("they sum to 0");
    assertThat(splits.get(1).lengths().orElseThrow().isKnown()).isFalse();
    assertThat(splits.get(1).outputs()).hasSize(1 + Surplus.FEW);
  }
}
