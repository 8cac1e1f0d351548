package io.cleave.file.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.file.format.StoredTensor;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Names of parts and of their files.
class FileNamesTest {
  @Test
  void takesPlainNames() {
    List<String> names = List.of("q", "K", "k v", "\u00e9", "...");
    assertThatCode(() -> FileNames.requirePlain(names)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "data/qkv.npy, qkv",
    "qkv, qkv",
    "a.b.npy, a.b",
    ".npy, .npy",
    "/, ''",
    "x., x",
  })
  void takesTheStemOfAFile(String file, String stem) {
    assertThat(StoredTensor.nameFrom(Path.of(file))).isEqualTo(stem);
  }

  /// More characters that are not shown are in `OneLineTest`.
  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "../q", "a\\b", "q\0", "q\n", "a\u202eb"})
  void refusesWhatIsNoPlainName(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileNames.requirePlain(List.of("q", name)))
        .withMessageStartingWith("the part name '")
        .withMessageEndingWith("; give a plain name such as q")
        .satisfies(
            e -> assertThat(e.getMessage()).matches("[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]+"));
  }

  @Test
  void refusesANameTwice() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileNames.requireDistinct(List.of("q", "k", "q")))
        .withMessage("the file name 'q' is given to two parts; give each its own");
  }
}
