package io.cleave.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.TableTest;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.SplitPlan;
import java.util.Arrays;
import java.util.stream.Stream;

class PackedLayoutTest {
  @TableTest(
      """
      U8  | 10 | 1,13,47               | 128  | 0,128,384     | 854
      F32 | 4  | 4,0,4,8               | 128  | 0,0,128,256   | 384
      U8  | 5  | 3221225472,3221225472 | 4096 | 0,16106127360 | 32212254720
      """)
  void beginsEachPartThatHasBytesAtAMultiple(
      ElementType type, long rows, String lengths, int multiple, String offsets, long bytes) {
    long[] all = Stream.of(lengths.split(",")).mapToLong(Long::parseLong).toArray();
    SplitPlan plan =
        SplitPlan.of(Layout.of(type, rows, Arrays.stream(all).sum()), 1, Cut.byLengths(all));
    PackedLayout layout = PackedLayout.of(plan, multiple);
    assertThat(layout.offsets()).extracting(Object::toString).containsExactly(offsets.split(","));
    assertThat(layout.bytes()).isEqualTo(bytes);
  }
}
