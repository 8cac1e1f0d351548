package io.cleave.ir;

import static org.assertj.core.api.Assertions.assertThat;

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
}
