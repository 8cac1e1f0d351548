package io.cleave.ir.edge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Three layers: the first gives two tensors, the second gives one, and the third takes two.
class ConnectionsTest {
  private final Connections connections = new Connections(new int[] {0, 0, 2}, new int[] {2, 1, 0});

  @Test
  void anInputTakesOneTensorHoweverOftenThatIsSaid() {
    assertThat(connections.join(0, 1, 2, 0)).isTrue();
    assertThat(connections.join(0, 1, 2, 0)).isTrue();
    assertThat(connections.join(0, 0, 2, 0)).isFalse();
    assertThat(connections.join(1, 0, 2, 0)).isFalse();
    connections.complete();
    assertThat(connections.consumers(0, 1)).isEqualTo(1);
    assertThat(connections.sourceLayer(2, 0)).isZero();
    assertThat(connections.sourceOutput(2, 0)).isEqualTo(1);
  }

  @Test
  void nothingFeedsAnInputThatIsNotThere() {
    assertThat(connections.join(1, 0, 2, 1)).isTrue();
    connections.complete();
    assertThat(connections.hasSource(2, 0)).isFalse();
    assertThat(connections.hasSource(2, 1)).isTrue();
    assertThat(connections.hasSource(2, 2)).isFalse();
    assertThat(connections.hasSource(0, 0)).isFalse();
  }
}
