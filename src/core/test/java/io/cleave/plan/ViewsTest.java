package io.cleave.plan;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// [SplitPlan#views]: slices of the data, or the reason why there are none.
class ViewsTest {
  private static final Shape ROWS = Shape.of(3, 2);

  private final byte[] bytes = {1, 2, 3, 4, 5, 6};
  private final MemorySegment data = MemorySegment.ofArray(bytes);

  private static SplitPlan plan(int axis, long... lengths) {
    return SplitPlan.of(Layout.of(ElementType.U8, ROWS), axis, Cut.byLengths(lengths));
  }

  private static void refuses(SplitPlan plan, MemorySegment data, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> plan.views(data)).withMessage(message);
  }

  @Test
  void eachPartIsASliceOfTheData() {
    assertThat(plan(0, 1, 0, 2).views(data))
        .extracting(view -> view.toArray(JAVA_BYTE))
        .containsExactly(new byte[] {1, 2}, new byte[0], new byte[] {3, 4, 5, 6});
  }

  @Test
  void writingToTheOneChangesTheOther() {
    MemorySegment view = plan(0, 1, 2).views(data).get(1);
    view.set(JAVA_BYTE, 0, (byte) 7);
    data.set(JAVA_BYTE, 5, (byte) 8);
    assertThat(bytes).containsExactly(1, 2, 7, 4, 5, 8);
    assertThat(view.toArray(JAVA_BYTE)).containsExactly(7, 4, 5, 8);
  }

  @Test
  void aPartInManyPiecesIsRefused() {
    refuses(
        plan(1, 0, 1, 1),
        data,
        "a view needs each part in one piece, unconverted; split instead, since the data holds"
            + " part 1 [3, 1]: bytes 0..0 of each row, 3 bytes");
  }

  @Test
  void aConvertedPartIsRefused() {
    refuses(
        plan(0, 3).converted(Conversion.to(ElementType.F32)),
        data,
        "a view needs each part in one piece, unconverted; split instead, since the data holds"
            + " part 0 [3, 2]: bytes 0..5, 24 bytes of f32");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 7})
  void dataOfAnotherSizeIsRefused(int size) {
    refuses(
        plan(0, 3),
        MemorySegment.ofArray(new byte[size]),
        "the data takes 6 bytes; the segment has " + size);
  }

  @Test
  void stringsAreRefused() {
    SplitPlan strings = SplitPlan.of(Layout.of(ElementType.STRING, ROWS), 0, Cut.byLengths(3));
    assertThatIllegalStateException().isThrownBy(() -> strings.views(data));
  }

  @Test
  void aPartThatIsLeftOutMayBeInManyPieces() {
    assertThat(plan(1, 1, 1, 0).only(2).views(data))
        .singleElement()
        .extracting(MemorySegment::byteSize)
        .isEqualTo(0L);
  }

  @Test
  void subByteElementsAreViewedWhereTheyFillWholeBytes() {
    MemorySegment packed = MemorySegment.ofArray(new byte[] {0x21, 0x43, 0x65});
    SplitPlan plan = SplitPlan.of(Layout.of(ElementType.U4, ROWS), 0, Cut.byLengths(1, 2));
    List<MemorySegment> views = plan.views(packed);
    assertThat(views.get(1).toArray(JAVA_BYTE)).containsExactly(0x43, 0x65);
  }

  @Test
  void theMemoryOfAWindowMayBeLarger() {
    SplitPlan plan =
        SplitPlan.of(Layout.of(ElementType.U8, ROWS).cropped(0, 1, 1), 1, Cut.byLengths(1, 1));
    assertThat(plan.only(1, 0).views(data))
        .extracting(view -> view.toArray(JAVA_BYTE))
        .containsExactly(new byte[] {4}, new byte[] {3});
    refuses(plan, data.asSlice(0, 3), "the data takes 4 bytes; the segment has 3");
  }
}
