package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Inputs of a model are found by their names, however many there are.
class ManyInputsTest {
  private static final int MANY = 20_000;

  @TempDir private Path folder;
  private final TestModel model = new TestModel();

  private ModelRun run(TestModel.Out output) throws IOException {
    return ModelRun.of(Model.read(model.result("r", output).write(folder)));
  }

  @Test
  @Timeout(30)
  void eachIsLookedUpAtOnce() throws IOException {
    TestModel.Out last = model.parameter("x0", "u8", "4");
    for (int i = 1; i < MANY; i++) {
      last = model.parameter("x" + i, "u8", "4");
    }
    ModelRun run = run(last);
    for (int i = 0; i < MANY; i++) {
      assertThat(run.hasInput("x" + i)).isTrue();
      assertThat(run.hasInput("y" + i)).isFalse();
    }
    assertThat(run.input("x" + (MANY - 1)).layer().id()).isEqualTo(MANY - 1);
  }

  /// Of words of two letters that have equal hash codes so have all texts of as many.
  @Test
  @Timeout(20)
  void namesMayHaveEqualHashCodes() throws IOException {
    List<String> names = List.of("");
    for (int i = 0; i < 16; i++) {
      names = names.stream().flatMap(name -> Stream.of(name + "Aa", name + "BB")).toList();
    }
    ModelRun run = run(model.parameter(String.join(",", names), "u8", "4"));
    assertThat(run.hasInput(names.getLast())).isTrue();
    assertThat(run.hasInput(names.getLast() + "Aa")).isFalse();
  }

  @Test
  void anInputOfOneNameTwiceIsOne() throws IOException {
    model.parameter("a,b,a", "u8", "4");
    ModelRun run = run(model.parameter("b,c", "u8", "4"));
    assertThat(run.input("a").layer().id()).isZero();
    assertThat(run.input("a,b,a").layer().id()).isZero();
    assertThat(run.input("c")).isEqualTo(run.inputs().getLast());
    assertThat(run.hasInput("b")).isTrue();
    assertThatThrownBy(() -> run.input("b"))
        .hasMessageContaining("2 inputs are named \"b\"; the model has \"a\", \"b\"");
  }
}
