package io.cleave.backend;

import static io.cleave.backend.HostSplitterTest.bytes;
import static io.cleave.backend.HostSplitterTest.content;
import static io.cleave.backend.HostSplitterTest.data;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ViewTest {
  private final HostSplitterTest.Recorder splitter = new HostSplitterTest.Recorder();

  private static Tensor rows() {
    return new Tensor(Shape.of(3, 2), ElementType.U8, bytes(1, 2, 3, 4, 5, 6));
  }

  @Test
  void eachPartIsAPieceOfTheData() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(3, 2), ElementType.U8, 0, 1, 0, 2);
    List<@Nullable Tensor> views = splitter.view(plan, rows());
    assertThat(views).hasToString("[u8 [1, 2], u8 [0, 2], u8 [2, 2]]");
    assertThat(content(data(views, 0))).containsExactly(1, 2);
    assertThat(content(data(views, 1))).isEmpty();
    assertThat(content(data(views, 2))).containsExactly(3, 4, 5, 6);
    assertThat(splitter.plans).as("nothing is copied").isEmpty();
  }

  @Test
  void writingToTheOneChangesTheOther() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(3, 2), ElementType.U8, 0, 1, 2);
    Tensor tensor = rows();
    MemorySegment view = data(splitter.view(plan, tensor), 1);
    view.set(JAVA_BYTE, 0, (byte) 7);
    tensor.data().set(JAVA_BYTE, 5, (byte) 8);
    assertThat(content(tensor.data())).containsExactly(1, 2, 7, 4, 5, 8);
    assertThat(content(view)).containsExactly(7, 4, 5, 8);
  }

  @Test
  void aPartInManyPiecesIsRefused() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(3, 2), ElementType.U8, 1, 0, 1, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> splitter.view(plan, rows()))
        .withMessage(
            "a view needs each part in one piece; copy instead, since the data holds"
                + " part 1 [3, 1]: bytes 0..0 of each row, 3 bytes");
  }

  @Test
  void anUnwantedPartIsNullAndMayBeInManyPieces() {
    SplitPlan plan = SplitPlan.byLengths(Shape.of(3, 2), ElementType.U8, 1, 0, 2);
    assertThat(splitter.view(plan.only(1), rows()).getFirst()).isNull();
    SplitPlan pieces = SplitPlan.byLengths(Shape.of(3, 2), ElementType.U8, 1, 1, 1, 0);
    List<@Nullable Tensor> views = splitter.view(pieces.only(2), rows());
    assertThat(views.subList(0, 2)).containsExactly(null, null);
    assertThat(data(views, 2).byteSize()).isZero();
  }

  @Test
  void subByteElementsAreViewedWhereTheyFillWholeBytes() {
    Tensor tensor = new Tensor(Shape.of(3, 2), ElementType.U4, bytes(0x21, 0x43, 0x65));
    SplitPlan plan = SplitPlan.byLengths(Shape.of(3, 2), ElementType.U4, 0, 1, 2);
    List<@Nullable Tensor> views = splitter.view(plan, tensor);
    assertThat(views).hasToString("[u4 [1, 2], u4 [2, 2]]");
    assertThat(content(data(views, 1))).containsExactly(0x43, 0x65);
  }
}
