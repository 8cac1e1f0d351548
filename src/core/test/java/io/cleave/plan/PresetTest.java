package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PresetTest {
  @Test
  void isFoundByItsName() {
    assertThat(Preset.named("imagenet")).contains(Preset.IMAGENET);
    assertThat(Preset.named("ImageNet")).contains(Preset.IMAGENET);
    assertThat(Preset.named("imagenet ")).isEmpty();
    assertThat(Preset.named("")).isEmpty();
  }

  /// As torchvision's models say it.
  @Test
  void hasTheNumbersOfItsModels() {
    assertThat(Preset.IMAGENET.mean()).containsExactly(0.485, 0.456, 0.406);
    assertThat(Preset.IMAGENET.std()).containsExactly(0.229, 0.224, 0.225);
    assertThat(Preset.INCEPTION.mean()).containsExactly(0.5);
    assertThat(Preset.HALF.std()).containsExactly(0.5);
  }

  @ParameterizedTest
  @CsvSource({"u8, 255", "u16, 65535", "f32, 1", "f16, 1", "bf16, 1"})
  void knowsWhatUsuallyBecomesOne(String type, double max) {
    assertThat(Preset.max(ElementType.parse(type))).hasValue(max);
  }
}
