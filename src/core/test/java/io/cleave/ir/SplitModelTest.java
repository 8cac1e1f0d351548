package io.cleave.ir;

import static io.cleave.Refusal.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A split written as a model. OpenVINO reads it in `OpenVinoTest`.
class SplitModelTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.F32, 2, 6), 1, Cut.byLengths(2, -1));

  private static final SplitPlan PLAN_OF_SIX =
      SplitPlan.of(Layout.of(ElementType.F32, 2, 6), 1, Cut.intoEqualParts(6));

  @TempDir private Path folder;

  @Test
  void planAndNamesAreReadBack() throws IOException {
    List<String> names = List.of("q,k\t<&>\"'\r\n", "a\\b\u0085\u2028\uFF21");
    SplitModel model = SplitModel.of(PLAN).named("x<&>\"\uD83D\uDE00", names);
    assertThat(model.weights()).isEqualTo(TestModel.longs(1, 2, 4));
    Model read = read(model);
    assertThat(read.splits().getFirst().plan()).contains(PLAN);
    assertThat(read.inputs().getFirst().names()).containsExactly("x<&>\"\uD83D\uDE00", "data");
    assertThat(read.outputs()).isEqualTo(names);
    assertThat(read(SplitModel.of(PLAN).named("x", List.of())).outputs())
        .containsExactly("part0", "part1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\0", "\u001f", "\uD83D", "\uFFFF", "a\\", "a\\,b", "x"})
  void namesThatCannotBeAreRefused(String name) {
    SplitModel model = SplitModel.of(PLAN);
    refuses(() -> model.named("x", List.of("y", name)), "name");
  }

  /// Between parts and behind them are outputs of the split, without a result.
  @Test
  void resultsAreInTheOrderOfThePlan() throws IOException {
    SplitPlan some = PLAN_OF_SIX.only(4, 1);
    SplitModel model = SplitModel.of(some).named("x", List.of("last", "first"));
    assertThat(model.weights()).isEqualTo(TestModel.longs(1, 1, 1, 2, 1, 1));
    Model read = read(model);
    assertThat(read.outputs()).containsExactly("last", "first");
    assertThat(read.splits().getFirst().plan()).contains(PLAN_OF_SIX.only(1, 4));
    assertThat(read.splits().getFirst().plan(some.data()).lengths()).containsExactly(1, 1, 2, 1, 1);
  }

  @Test
  void whatAModelCannotSayIsRefused() {
    Layout many = Layout.of(ElementType.U8, SplitModel.MAX_PARTS + 1);
    refuses(
        () -> SplitModel.of(SplitPlan.of(many, 0, Cut.inChunksOf(1))),
        "a model is written of at most 16384 parts, not 16385; split in two steps");
    String moves =
        "a model's split makes a tensor of each part and moves values as they are, and the plan %s"
            + " them; leave that out";
    SplitPlan converted = PLAN.converted(Conversion.to(ElementType.F16).scaled(2, 0));
    refuses(() -> SplitModel.of(converted), moves.formatted("converts"));
    refuses(() -> SplitModel.of(PLAN_OF_SIX.stacked(0)), moves.formatted("stacks"));
    refuses(
        () -> SplitModel.of(PLAN).named("x", List.of("y")), "2 parts need as many names, not 1");
  }

  /// A message abbreviates a list of as many.
  @Test
  void everyExtentIsWritten() throws IOException {
    SplitPlan plan =
        SplitPlan.of(
            Layout.of(PLAN.data().type(), Shape.parse("1,".repeat(39) + "4")),
            -1,
            Cut.byLengths(3, 1));
    assertThat(read(SplitModel.of(plan)).splits().getFirst().plan()).contains(plan);
  }

  private Model read(SplitModel model) throws IOException {
    return Model.read(TestModel.write(folder, model.xml(), model.weights()));
  }
}
