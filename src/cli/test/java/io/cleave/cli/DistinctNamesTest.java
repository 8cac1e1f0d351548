package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.file.Format;
import io.cleave.file.io.OutputFolder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names of tensors that become names of files.
class DistinctNamesTest {
  @TempDir private Path folder;

  @Test
  void namesOfFilesAreShortAndDistinct() {
    String longName = "x/".repeat(1000);
    List<String> names = List.of(longName, longName + "y", "A", "a", "a", "a~2", "");
    OutputFolder to = new OutputFolder(folder, false, false);
    List<String> files =
        DistinctNames.of(names).stream()
            .map(name -> to.file(name, Format.NPY).getFileName().toString())
            .toList();
    String cut = "x%2F".repeat(50);
    assertThat(files)
        .containsExactly(
            cut + ".npy", cut + "~2.npy", "A.npy", "a~2.npy", "a~3.npy", "a~2~2.npy", "%.npy");
    // Some file systems take a letter with an accent for the two.
    assertThat(DistinctNames.of(List.of("\u00e9", "e\u0301", "E\u0301")))
        .containsExactly("\u00e9", "e\u0301~2", "E\u0301~3");
  }
}
