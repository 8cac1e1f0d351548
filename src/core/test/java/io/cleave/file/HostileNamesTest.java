package io.cleave.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.conformance.PlainSplitter;
import io.cleave.file.format.FileLayout;
import io.cleave.file.format.ReadOptions;
import io.cleave.file.format.StoredLayout;
import io.cleave.file.format.Written;
import io.cleave.file.io.FileSplitter;
import io.cleave.file.io.SplitJob;
import io.cleave.file.io.Target;
import io.cleave.file.io.WrittenPart;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tensors whose names lead elsewhere, mean something to a system, or look like others: whatever
/// becomes of them lies in the folder that was asked for, and looks like what it is.
class HostileNamesTest {
  private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul", "com1", "lpt9");

  @TempDir Path folder = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void nameTheFolder() {
    out = folder.resolve("a/b/out");
  }

  static List<String> names() {
    return List.of(
        "..",
        "../../up",
        "..\\..\\up",
        "/absolute",
        "//host/share",
        "\\\\host\\share",
        "\\\\?\\C:\\x",
        "C:\\x",
        "C:x",
        "x:stream",
        "~",
        "~root/x",
        "-rf",
        ".hidden",
        "...",
        "a.",
        "a ",
        " a",
        "NUL",
        "con.x",
        "Aux .x",
        "com1",
        "LPT9.tar.gz",
        "lpt\u00b9",
        "$HOME",
        "`id`",
        "a;b",
        "a*?<>|\"",
        "%2e%2e%2fup",
        "a\0b",
        "a\nb",
        "\u001b[2J",
        "a\u0085b",
        "a\u009b2Jb",
        "a\u2028b",
        "invoice\u202eypn.exe",
        "\u2066a\u2069",
        "a\u200bb",
        "\ufeffa",
        "\u00e9",
        "e\u0301",
        "x".repeat(226),
        "\ud83d\udc0d".repeat(60),
        "y".repeat(100_000));
  }

  private Path input(List<String> names) throws IOException {
    Map<String, StoredLayout> tensors = new LinkedHashMap<>();
    List<byte[]> data = new ArrayList<>();
    for (String name : names) {
      tensors.put(name, StoredLayout.plain(ElementType.U8, Shape.of(2, 2)));
      data.add(new byte[] {1, 2, 3, 4});
    }
    Path file = folder.resolve("in.safetensors");
    return Written.file(file, FileLayout.of(Format.SAFETENSORS, tensors, Map.of()), data);
  }

  private List<WrittenPart> split(List<String> names, Format format, boolean arrangement)
      throws IOException {
    Target target = Target.in(out).as(format).bundled(arrangement);
    SplitJob job =
        new SplitJob(
            input(names),
            ReadOptions.asStored(),
            List.of(),
            data -> SplitPlan.of(data, 0, Cut.intoEqualParts(2)),
            target);
    try (var splitter = new PlainSplitter()) {
      return new FileSplitter(splitter).write(job);
    }
  }

  /// All files below the folder of the test, but for the input.
  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("in.safetensors"))
          .toList();
    }
  }

  /// True if parts of a tensor of this name are written, false if they are refused in one sentence.
  private boolean areWritten(String name, Format format, String rule) throws IOException {
    try {
      assertThat(split(List.of(name), format, format == Format.NPZ)).hasSize(2);
      return true;
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage())
          .matches("[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]{1,600}")
          .contains(rule);
      assertThat(files()).isEmpty();
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void aFileIsInTheFolderAndLooksLikeWhatItIs(String name) throws IOException {
    if (!areWritten(name, Format.NPY, "that file systems leave")) {
      return;
    }
    assertThat(files()).hasSize(2).allMatch(file -> out.equals(file.getParent()));
    for (Path file : files()) {
      String shown = file.getFileName().toString();
      assertThat(shown)
          .matches("[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}/\\\\:*?\"<>|]+")
          .doesNotStartWith(".")
          .endsWith(".npy");
      String base = shown.substring(0, shown.indexOf('.')).strip().toLowerCase(Locale.ROOT);
      assertThat(DEVICES).doesNotContain(base);
      assertThat(base).isNotEqualTo("lpt\u00b9");
    }
  }

  @Test
  void noTwoNamesBecomeTheSame() throws IOException {
    List<String> all = names().stream().filter(name -> name.length() < 100).toList();
    assertThat(split(all, Format.NPY, false)).hasSize(2 * all.size());
    assertThat(files()).hasSize(2 * all.size());
  }

  /// An archive has the names as they are, if whoever unpacks it is led nowhere else by them.
  @ParameterizedTest
  @MethodSource("names")
  void noMemberOfAnArchiveLeadsOutOfIt(String name) throws IOException {
    if (!areWritten(name, Format.NPZ, "no member of an archive")) {
      return;
    }
    Path base = folder.toAbsolutePath().normalize();
    try (ZipFile archive = new ZipFile(out.resolve("in.npz").toFile())) {
      for (ZipEntry entry : archive.stream().toList()) {
        assertThat(entry.getName()).doesNotMatch("(?s).*\\p{Cc}.*").doesNotContain("..\\");
        assertThat(base.resolve(entry.getName()).normalize().startsWith(base)).isTrue();
      }
    }
  }
}
