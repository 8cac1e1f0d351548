package io.cleave.bench.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.bench.Heat;
import io.cleave.bench.Label;
import io.cleave.bench.Measurement;
import io.cleave.bench.Role;
import io.cleave.bench.Subject;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImageReportTest {
  @Test
  void hasEachSizeTypeAndKindOfPixel() {
    assertThat(ImageSuite.all()).hasSize(3 * 6 * 4);
    assertThat(ImageSuite.all()).extracting(Subject::name).doesNotHaveDuplicates();
    assertThat(plan("u8 1080p x3").headline())
        .startsWith("u8 [1080, 1920, 3] along axis 2 into 3 parts: 2073600 rows of 3 bytes");
    assertThat(plan("f32 32 of 224x224 x2").shape().extents()).containsExactly(32, 224, 224, 2);
    assertThat(plan("u16 640x480 x4").lengths()).containsExactly(1, 1, 1, 1);
  }

  @Test
  void dropsAlpha() {
    assertThat(plan("u8 32x32 3+1").lengths()).containsExactly(3, 1);
    assertThat(plan("u8 32x32 3+1").parts())
        .extracting(Part::isWanted)
        .containsExactly(true, false);
  }

  private static SplitPlan plan(String name) {
    return ImageSuite.named(name).getFirst().plan();
  }

  @Test
  void findsByPartOfAName() {
    assertThat(ImageSuite.named("u8")).hasSize(24);
    assertThat(ImageSuite.named("")).hasSize(72);
    assertThatThrownBy(() -> ImageSuite.named("8K"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no image is called \"8K\"; names are such as \"u8 32x32 x2\" and \"f32 32 of 224x224"
                + " 3+1\"");
  }

  /// The copy takes 1 us on one thread and half of that on all, the peer 2 and 4.
  private static ImageHeats heats(String name, double one, double all, double usual) {
    Subject subject = ImageSuite.named(name).getFirst();
    return new ImageHeats(
        new Heat(subject, List.of(copy(1), ours(Role.SPLITTER, one), peer(2)), List.of()),
        new Heat(
            subject,
            List.of(copy(0.5), ours(Role.CHOICE, usual), ours(Role.SPLITTER, all), peer(4)),
            List.of()));
  }

  private static Measurement copy(double micros) {
    return new Measurement(Role.COPY, new Label("cpu", "", "copy"), micros * 1e-6, 10);
  }

  private static Measurement ours(Role role, double micros) {
    return new Measurement(role, new Label(role.toString(), "", ""), micros * 1e-6, 10);
  }

  private static Measurement peer(double micros) {
    return new Measurement(Role.PEER, new Label("peer", "", ""), micros * 1e-6, 10);
  }

  @Test
  void comparesOneWithOneAndAllWithAll() {
    ImageHeats small = heats("u8 32x32 x2", 4, 2, 8);
    ImageHeats large = heats("u8 640x480 x2", 1, 1, 1);
    assertThat(ImageTable.line(small))
        .isEqualTo(
            "u8 32x32 x2              4.0 us   0.25   0.50     2.0 us   0.25   2.00   0.06   0.50");
    assertThat(ImageTable.summary(List.of(small, large)))
        .containsExactly(
            "geometric mean                    0.50   1.00              0.35   2.83   0.18   1.41",
            "min                               0.25   0.50              0.25   2.00   0.06   0.50",
            "from 640x480: mean                1.00   2.00              0.50   4.00   0.50   4.00",
            "from 640x480: min                 1.00   2.00              0.50   4.00   0.50   4.00");
    assertThat(ImageTable.head()).hasSize(2).allMatch(line -> line.length() <= 90);
  }

  @Test
  void writesBothHeats() {
    assertThat(ImageJson.of(List.of(heats("u8 32x32 3+1", 4, 2, 8))).toString())
        .startsWith(
            "[{\"image\":\"u8 32x32 3+1\",\"what\":\"alpha dropped\",\"one_to_one_copy\":0.25,")
        .contains("\"default_to_all_peer\":0.5", "\"one\":[{", "\"all\":[{", "\"wanted\":[0]");
  }
}
