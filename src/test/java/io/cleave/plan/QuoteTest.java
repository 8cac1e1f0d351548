package io.cleave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuoteTest {
  @Test
  void upTo60CharactersAreQuotedWhole() {
    String longest = "x".repeat(60);
    assertThat(Quote.abbreviate(longest)).isEqualTo(longest);
    assertThat(Quote.abbreviate(longest + "x")).isEqualTo("x".repeat(57) + "...");
  }

  @Test
  void upTo32NumbersAreQuoted() {
    assertThat(Quote.list(new long[32])).endsWith(", 0, 0]").doesNotContain("...");
    assertThat(Quote.list(new long[33])).endsWith(", 0, 0, ... 33 in all]");
  }
}
