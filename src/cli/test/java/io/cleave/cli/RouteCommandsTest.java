package io.cleave.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--device`, `--binding` and `--route`: the files are those that plain Java writes.
class RouteCommandsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"lwjgl, fused", "jocl, auto"})
  void writesTheSame(String binding, String route) throws IOException {
    String split = "split IN --axis 1 --lengths 4,-1,3 --json ";
    String way = "--device pocl --binding %s --route %s ".formatted(binding, route);
    Cli.run(folder, split + way + "--out ./device").succeeded();
    Cli.run(folder, split + "--out ./cpu").succeeded();
    for (String part : List.of("qkv.0.npy", "qkv.1.npy", "qkv.2.npy")) {
      byte[] expected = Files.readAllBytes(folder.resolve("cpu").resolve(part));
      assertThat(folder.resolve("device").resolve(part)).hasBinaryContent(expected);
    }
  }

  /// Rows are no pieces that one buffer copy each could take.
  @ParameterizedTest
  @CsvSource({"lwjgl", "jocl"})
  void routeThatCannotIsRefused(String binding) {
    String split =
        "split IN --axis 1 --equal 3 --out ./out --device pocl --route copies --binding ";
    Cli.run(folder, split + binding).refused("route copies");
    assertThat(folder).isEmptyDirectory();
  }
}
