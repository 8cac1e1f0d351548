package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartFilesTest {
  private static final Path FOLDER = Path.of("parts");

  @Test
  void numbersParts() {
    PartFiles files = PartFiles.numbered(FOLDER, "qkv", 3);
    assertThat(files.names()).containsExactly("qkv.0.npy", "qkv.1.npy", "qkv.2.npy");
    assertThat(files.path(1)).isEqualTo(FOLDER.resolve("qkv.1.npy"));
  }

  @Test
  void namesParts() {
    assertThat(PartFiles.named(FOLDER, "x", List.of("q", "K", "k v", "\u00e9", "...")).names())
        .containsExactly("x.q.npy", "x.K.npy", "x.k v.npy", "x.\u00e9.npy", "x.....npy");
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
    assertThat(PartFiles.stem(Path.of(file))).isEqualTo(stem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "a/b", "/", "../q", "a\\b", "q\0", "q\n", "\u001b[31m", "\u0085"})
  void refusesWhatIsNoPlainName(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartFiles.named(FOLDER, "x", List.of("q", name)))
        .withMessageStartingWith("the part name '")
        .withMessageEndingWith("; give a plain name such as q")
        .satisfies(
            e -> assertThat(e.getMessage()).matches("[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]+"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PartFiles(FOLDER, List.of(name)))
        .withMessageStartingWith("the part name '");
  }

  @Test
  void refusesAStemThatLeavesTheFolder() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartFiles.numbered(FOLDER, "../x", 1))
        .withMessageContaining("'../x.0.npy' has a path separator");
  }

  @Test
  void refusesLongNames() {
    assertThat(PartFiles.named(FOLDER, "x", List.of("q".repeat(235))).names()).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartFiles.named(FOLDER, "x", List.of("k", "q".repeat(236))))
        .withMessageStartingWith(
            "the part '1' would be written to 'x.qqqqqqqqqqqqqqqqqq...qqqqqqqqqqqqqqqq.npy', a name"
                + " of 242 bytes; file systems take 255, ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartFiles.named(FOLDER, "x", List.of("\u00e9".repeat(119))))
        .withMessageContaining("a name of 244 bytes; ");
  }

  @Test
  void refusesANameTwice() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartFiles.named(FOLDER, "x", List.of("q", "k", "q")))
        .withMessage("the file name 'x.q.npy' is given to two parts; give each its own");
  }
}
