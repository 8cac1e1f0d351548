package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What layers in bodies are called.
class ScopeTest {
  @TempDir private Path folder;

  @Test
  void namesTheLayersAroundIt() {
    Scope body = Scope.OUTERMOST.inside("loop", "body").inside("#5", "then_body");
    assertThat(body).hasToString("loop/body/#5/then_body/");
    assertThat(body.length()).isEqualTo(body.toString().length());
    for (int most = 0; most < 30; most++) {
      int length = Math.min(most, (int) body.length());
      assertThat(body.begin(most)).isEqualTo(body.toString().substring(0, length));
    }
    assertThat(body.begins("loop/body/#5/then_body/")).isTrue();
    assertThat(body.begins("loop/body/#5/then_body/split")).isTrue();
    for (int at = 0; at < body.length(); at++) {
      StringBuilder other = new StringBuilder("" + body);
      other.setCharAt(at, '?');
      assertThat(body.begins(other + "split")).isFalse();
      assertThat(body.begins(body.begin(at))).isFalse();
    }
    assertThat(Scope.OUTERMOST.begins("")).isTrue();
    assertThat(Scope.OUTERMOST).hasToString("");
    assertThat(Scope.OUTERMOST.length()).isZero();
  }

  @Test
  void layersAreFoundByTheirPaths() throws IOException {
    String split = "<layer id=\"7\" name=\"%s\" type=\"Split\"/>";
    String body = "<body><layers>%s</layers></body>";
    String loop = "<layer id=\"%s\" name=\"%s\" type=\"Loop\">%s</layer>";
    String inner = body.formatted(loop.formatted(1, "b", body.formatted(split.formatted("s"))));
    String other = body.formatted(split.formatted(""));
    String layers = loop.formatted(5, "", inner) + loop.formatted(6, "a", other);
    Path file =
        Files.writeString(
            folder.resolve("model.xml"),
            "<net version=\"11\"><layers>%s</layers></net>".formatted(layers));
    Model model = Model.read(file);
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
}
