package io.cleave.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SuiteTest {
  @Test
  void hasALetterForEachOfTwelve() {
    assertThat(Suite.all()).extracting(split -> split.name().charAt(0)).doesNotHaveDuplicates();
    assertThat(Suite.all()).hasSize(12);
  }

  @Test
  void findsByLetterAndByName() {
    assertThat(Suite.find("h").plan().partCount()).isEqualTo(96);
    assertThat(Suite.find(" L-thousand ").plan().partCount()).isEqualTo(1000);
    assertThat(Suite.find("I").plan().data().bytes()).isEqualTo(2048);
  }

  @Test
  void listsTheNamesWhereThereIsNone() {
    assertThatThrownBy(() -> Suite.find("Z"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the suite has no \"Z\"; use one of A-qkv B-rows16 ");
    assertThatThrownBy(() -> Suite.find("")).isInstanceOf(IllegalArgumentException.class);
  }
}
