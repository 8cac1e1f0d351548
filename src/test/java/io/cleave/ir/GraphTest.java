package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is asked of ports that are not there.
class GraphTest {
  @TempDir private Path folder;

  @Test
  void noEdgeLeadsToAPortThatIsNotThere() throws IOException {
    TestModel model = new TestModel();
    model.result("r", model.parameter("x", "f32", "1"));
    Graph graph = Model.read(model.write(folder)).graph();
    Layer parameter = graph.layers().getFirst();
    Layer result = graph.layers().getLast();
    assertThat(graph.source(result, 0)).contains(new Endpoint(parameter, 0));
    assertThat(graph.consumers(parameter, 0)).containsExactly(new Endpoint(result, 0));
    for (int port : new int[] {Integer.MIN_VALUE, -1, 1, Integer.MAX_VALUE}) {
      assertThat(graph.source(result, port)).isEmpty();
      assertThat(graph.source(parameter, port)).isEmpty();
      assertThat(graph.consumers(parameter, port)).isEmpty();
      assertThat(graph.consumers(result, port)).isEmpty();
    }
  }

  /// Wherever it stands there: the graph has three layers, the body of its loop four.
  @Test
  void aLayerOfAnotherGraphIsRefused() throws IOException {
    TestModel model = new TestModel();
    model.result("r", model.parameter("x", "f32", "1"));
    String loop =
        "<layer id=\"9\" type=\"Loop\"><body><layers><layer id=\"0\" type=\"a\"/><layer id=\"1\""
            + " name=\"b\" type=\"a\"/><layer id=\"2\" type=\"a\"/><layer id=\"3\""
            + " type=\"a\"/></layers></body></layer></layers>";
    String xml = model.xml().replace("</layers>", loop);
    Model read = Model.read(TestModel.write(folder, xml, new byte[0]));
    Graph graph = read.graph();
    Graph inner = read.graphs().getLast();
    for (Layer layer : inner.layers()) {
      assertThat(inner.source(layer, 0)).isEmpty();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> graph.source(layer, 0))
          .withMessage("%s is no layer of this graph; ask the one that lists it", layer);
      assertThatIllegalArgumentException().isThrownBy(() -> graph.consumers(layer, 0));
    }
  }
}
