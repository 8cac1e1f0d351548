package io.cleave.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.plan.SplitPlan;
import org.junit.jupiter.api.Test;

class SuiteTest {
  @Test
  void hasALetterForEachOfTwelve() {
    assertThat(Suite.all()).extracting(subject -> subject.name().charAt(0)).doesNotHaveDuplicates();
    assertThat(Suite.all()).hasSize(12);
  }

  @Test
  void findsByLetterAndByName() {
    assertThat(Suite.find("h").plan().partCount()).isEqualTo(96);
    assertThat(Suite.find(" L-thousand ").plan().partCount()).isEqualTo(1000);
    assertThat(Suite.find("I").plan().bytes()).isEqualTo(2048);
  }

  @Test
  void listsTheNamesToWhomMissesOne() {
    assertThatThrownBy(() -> Suite.find("Z"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the suite has no \"Z\"; use one of A-qkv B-rows16 ");
    assertThatThrownBy(() -> Suite.find("")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void growsFourfold() {
    assertThat(Growth.upTo(1 << 20))
        .extracting(Subject::name)
        .containsExactly("1 KiB", "4 KiB", "16 KiB", "64 KiB", "256 KiB", "1 MiB");
    assertThat(Growth.upTo(1 << 20))
        .extracting(Subject::plan)
        .extracting(SplitPlan::bytes)
        .containsExactly(1024L, 4096L, 16384L, 65536L, 262144L, 1048576L);
    assertThat(Growth.upTo(5L << 30)).last().extracting(Subject::name).isEqualTo("4 GiB");
    assertThatThrownBy(() -> Growth.upTo(1000)).hasMessageContaining("1000");
  }
}
