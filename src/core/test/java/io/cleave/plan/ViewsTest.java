package io.cleave.plan;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.Refusal;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// [SplitPlan#views]: slices of the data, or the reason why there are none.
class ViewsTest {
  private static final Shape ROWS = Shape.of(3, 2);

  private final byte[] bytes = {1, 2, 3, 4, 5, 6};
  private final MemorySegment data = MemorySegment.ofArray(bytes);

  private static SplitPlan plan(int axis, long... lengths) {
    return SplitPlan.of(Layout.of(ElementType.U8, ROWS), axis, Cut.byLengths(lengths));
  }

  private static void areViews(SplitPlan plan, MemorySegment data, byte[]... expected) {
    assertThat(plan.views(data))
        .extracting(view -> view.toArray(JAVA_BYTE))
        .containsExactly(expected);
  }

  @Test
  void eachPartIsASliceOfTheData() {
    areViews(plan(0, 1, 0, 2), data, new byte[] {1, 2}, new byte[0], new byte[] {3, 4, 5, 6});
    areViews(plan(1, 1, 1, 0).only(2), data, new byte[0]);
    MemorySegment packed = MemorySegment.ofArray(new byte[] {0x21, 0x43, 0x65});
    SplitPlan nibbles = SplitPlan.of(Layout.of(ElementType.U4, ROWS), 0, Cut.byLengths(1, 2));
    areViews(nibbles, packed, new byte[] {0x21}, new byte[] {0x43, 0x65});
  }

  @Test
  void aStackThatChangesNothingIsAView() {
    SplitPlan rows = plan(0, 1, 1, 1);
    areViews(rows.stacked(0), data, bytes);
    areViews(rows.only(1, 2).joined(0), data, new byte[] {3, 4, 5, 6});
    assertThat(rows.only(1, 2).joined(0).part(0).offset()).isEqualTo(2);
    assertThat(rows.only(1, 0).stacked(0).part(0).isContiguous()).isFalse();
    assertThat(rows.stacked(1).part(0).isContiguous()).isFalse();
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
  void theMemoryOfAWindowMayBeLarger() {
    Layout window = Layout.of(ElementType.U8, ROWS).cropped(0, 1, 1);
    SplitPlan plan = SplitPlan.of(window, 1, Cut.byLengths(1, 1));
    areViews(plan.only(1, 0), data, new byte[] {4}, new byte[] {3});
    refuses(plan, data.asSlice(0, 3), "the data takes 4 bytes; the segment has 3");
  }

  private static void refuses(SplitPlan plan, MemorySegment data, String words) {
    Refusal.refuses(() -> plan.views(data), words);
  }

  @Test
  void refuses() {
    String part = "split instead, since the data holds part ";
    refuses(plan(1, 0, 1, 1), data, part + "1 [3, 1]: bytes 0..0 of each row, 3 bytes");
    SplitPlan converted = plan(0, 3).converted(Conversion.to(ElementType.F32));
    refuses(converted, data, part + "0 [3, 2]: bytes 0..5, 24 bytes of f32");
    for (int size : new int[] {0, 5, 7}) {
      MemorySegment other = MemorySegment.ofArray(new byte[size]);
      refuses(plan(0, 3), other, "the data takes 6 bytes; the segment has " + size);
    }
    SplitPlan strings = SplitPlan.of(Layout.of(ElementType.STRING, ROWS), 0, Cut.byLengths(3));
    assertThatIllegalStateException().isThrownBy(() -> strings.views(data));
  }
}
