package io.cleave.file.npz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemberNameTest {
  /// Two of them would both be written as a question mark.
  @ParameterizedTest
  @ValueSource(strings = {"a\uD800", "\uDC00", "\uD83Db", "\uDE00\uD83D"})
  void halfACharacterIsRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MemberName.ofArray(name))
        .withMessageContaining("has half a character, and no member of an archive can have it");
  }

  /// Whatever follows: the last two are ends of lines.
  @ParameterizedTest
  @ValueSource(strings = {"C:x", "z:", "A:/b", "C:\u2028x", "c:\u2029"})
  void aDriveIsAbsolute(String name) {
    assertThat(MemberName.problem(name)).isEqualTo("is absolute");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD83D\uDE00", "é", "a/b", "ab:c", "1:2", ":", "C", "é:x", "?", "[:"})
  void otherNamesAreFine(String name) {
    assertThat(MemberName.problem(name)).isNull();
  }

  @Test
  void aMemberIsNamedAfterItsArray() {
    assertThat(MemberName.ofArray("a/b")).isEqualTo("a/b.npy");
  }
}
