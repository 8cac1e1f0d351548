package io.cleave.bench.convert;

import static io.cleave.plan.ElementType.F32;
import static io.cleave.plan.ElementType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.bench.Subject;
import io.cleave.plan.Conversion;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanesTest {
  private static final Conversion SCALED = Conversion.to(F32).scale(1, 2, 3).bias(4, 5, 6);
  private static final SplitPlan PIXELS = SplitPlan.intoEqualParts(Shape.of(2, 3, 5, 3), U8, -1, 3);

  @Test
  void saysWhatOthersAreAskedFor() {
    Planes planes = Planes.of(PIXELS.converted(SCALED)).orElseThrow();
    assertThat(planes.scale()).containsExactly(1, 2, 3);
    assertThat(planes.bias()).containsExactly(4, 5, 6);
    assertThat(planes.images()).isEqualTo(2);
    assertThat(planes.pixels()).isEqualTo(30);
    assertThat(planes.batch()).isEqualTo(Shape.of(2, 3, 3, 5));
    assertThat(planes.isWhole()).isTrue();
  }

  @Test
  void countsTheFirstChannels() {
    Planes planes = Planes.of(PIXELS.converted(SCALED).only(0, 1)).orElseThrow();
    assertThat(planes.wanted()).isEqualTo(2);
    assertThat(planes.isWhole()).isFalse();
    assertThat(Planes.of(PIXELS.converted(SCALED).only(0, 2))).isEmpty();
  }

  @Test
  void isNotForOtherPlans() {
    assertThat(Planes.of(PIXELS)).isEmpty();
    assertThat(Planes.of(PIXELS.converted(Conversion.to(F32)))).isEmpty();
    SplitPlan rows = SplitPlan.intoEqualParts(Shape.of(2, 3, 5, 3), U8, 1, 3);
    assertThat(Planes.of(rows.converted(SCALED))).isEmpty();
    SplitPlan wide = SplitPlan.intoEqualParts(Shape.of(1, 3, 5, 6), U8, -1, 3);
    assertThat(Planes.of(wide.converted(SCALED))).isEmpty();
    SplitPlan image = SplitPlan.intoEqualParts(Shape.of(3, 5, 3), U8, -1, 3);
    assertThat(Planes.of(image.converted(SCALED))).isEmpty();
  }

  @Test
  void findsAChannelInABatch() {
    Planes planes =
        Planes.of(SplitPlan.intoEqualParts(Shape.of(2, 1, 2, 3), U8, -1, 3).converted(SCALED))
            .orElseThrow();
    float[] batch = {0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121};
    MemorySegment channel = planes.channel(MemorySegment.ofArray(batch), 1);
    assertThat(channel.toArray(ValueLayout.JAVA_FLOAT)).containsExactly(10, 11, 110, 111);
  }

  @Test
  void theSuiteHasWhatPipelinesConvert() {
    List<Subject> all = ConversionSuite.all();
    assertThat(all).extracting(Subject::name).doesNotHaveDuplicates();
    assertThat(all).allMatch(subject -> subject.plan().converts());
    assertThat(ConversionSuite.named("3+1")).hasSize(2);
    assertThat(ConversionSuite.named("3+1"))
        .allMatch(subject -> Planes.of(subject.plan()).orElseThrow().wanted() == 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConversionSuite.named("8K"))
        .withMessageStartingWith("no conversion is called \"8K\"; there are [u8 1080p to f32, ");
  }
}
