package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cleave.Allocated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What layers in bodies are called.
class ScopeTest {
  private static final String SPLIT = "<layer id=\"7\" name=\"%s\" type=\"Split\"/>";
  private static final String BODY = "<body><layers>%s</layers></body>";
  private static final String LOOP = "<layer id=\"%s\" name=\"%s\" type=\"Loop\">%s</layer>";

  @TempDir private Path folder;

  private Model read(String layers) throws IOException {
    return Model.read(
        Files.writeString(
            folder.resolve("model.xml"),
            "<net version=\"11\"><layers>%s</layers></net>".formatted(layers)));
  }

  @Test
  void layersAreFoundByTheirPaths() throws IOException {
    String inner = BODY.formatted(LOOP.formatted(1, "b", BODY.formatted(SPLIT.formatted("s"))));
    String other = BODY.formatted(SPLIT.formatted(""));
    Model model = read(LOOP.formatted(5, "", inner) + LOOP.formatted(6, "a", other));
    for (String path : List.of("#5/body/b/body/s", "a/body/#7")) {
      Layer layer = model.split(path).layer();
      assertThat(layer.path()).isEqualTo(path);
      for (int most = 0; most <= path.length() + 1; most++) {
        int length = Math.min(most, path.length());
        assertThat(layer.path(most)).isEqualTo(path.substring(0, length));
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> layer.path(-1))
          .withMessage("the beginning of a path has 0 characters or more, not -1");
    }
    assertThat(model.splits())
        .extracting(found -> found.layer().path())
        .containsExactly("a/body/#7", "#5/body/b/body/s");
  }

  /// Names may be long, and many layers may lie inside one.
  @Test
  void pathsAreComparedWithoutBeingMade() throws IOException {
    String loop = "a".repeat(1 << 16);
    Model model = read(LOOP.formatted(5, loop, BODY.formatted(SPLIT.formatted("s"))));
    Layer layer = model.splits().getFirst().layer();
    String other = "b".repeat(1 << 16) + "/body/s";
    assertThat(layer.isAt(layer.path())).isTrue();
    long before = Allocated.bytes();
    assertThat(layer.isAt(other)).isFalse();
    assertThat(Allocated.bytes() - before).isLessThan(loop.length() / 2);
  }
}
