package io.cleave.ir.edge;

import java.util.Arrays;

/// Which output feeds which input, by positions of layers and ports.
///
/// All inputs of all layers stand in one row, and so do all outputs: input `i` of layer `n` is
/// number `firstInput[n] + i`.
public final class Connections {
  private static final int NOTHING = -1;

  private final int[] firstInput;
  private final int[] firstOutput;

  /// For each input the layer that feeds it, and which output of that.
  private final int[] sourceLayer;

  private final int[] sourceOutput;

  /// For each output where its inputs begin in `consumers`.
  private int[] firstConsumer = {};

  private int[] consumerLayer = {};
  private int[] consumerInput = {};

  /// Connections of layers that nothing joins yet.
  ///
  /// @param inputs how many each layer has
  /// @param outputs how many each layer has
  public Connections(int[] inputs, int[] outputs) {
    firstInput = firsts(inputs);
    firstOutput = firsts(outputs);
    sourceLayer = new int[firstInput[inputs.length]];
    sourceOutput = new int[sourceLayer.length];
    Arrays.fill(sourceLayer, NOTHING);
  }

  private static int[] firsts(int[] counts) {
    int[] firsts = new int[counts.length + 1];
    for (int n = 0; n < counts.length; n++) {
      firsts[n + 1] = Math.addExact(firsts[n], counts[n]);
    }
    return firsts;
  }

  /// Joins an output and an input.
  ///
  /// @return false if the input is fed by another output already
  public boolean join(int fromLayer, int output, int toLayer, int input) {
    int at = firstInput[toLayer] + input;
    if (sourceLayer[at] != NOTHING) {
      return sourceLayer[at] == fromLayer && sourceOutput[at] == output;
    }
    sourceLayer[at] = fromLayer;
    sourceOutput[at] = output;
    return true;
  }

  /// Makes it known who uses each output. Called once, when all edges are there.
  public void complete() {
    firstConsumer = new int[firstOutput[firstOutput.length - 1] + 1];
    for (int at = 0; at < sourceLayer.length; at++) {
      if (sourceLayer[at] != NOTHING) {
        firstConsumer[output(at) + 1]++;
      }
    }
    for (int i = 1; i < firstConsumer.length; i++) {
      firstConsumer[i] += firstConsumer[i - 1];
    }
    fill();
  }

  private void fill() {
    int[] next = firstConsumer.clone();
    consumerLayer = new int[firstConsumer[firstConsumer.length - 1]];
    consumerInput = new int[consumerLayer.length];
    for (int layer = 0; layer < layers(); layer++) {
      for (int at = firstInput[layer]; at < firstInput[layer + 1]; at++) {
        if (sourceLayer[at] != NOTHING) {
          int place = next[output(at)]++;
          consumerLayer[place] = layer;
          consumerInput[place] = at - firstInput[layer];
        }
      }
    }
  }

  private int output(int input) {
    return firstOutput[sourceLayer[input]] + sourceOutput[input];
  }

  int layers() {
    return firstInput.length - 1;
  }

  /// How many inputs a layer has.
  public int inputs(int layer) {
    return firstInput[layer + 1] - firstInput[layer];
  }

  /// How many outputs a layer has.
  public int outputs(int layer) {
    return firstOutput[layer + 1] - firstOutput[layer];
  }

  /// Whether anything feeds an input.
  public boolean hasSource(int layer, int input) {
    return input >= 0 && input < inputs(layer) && sourceLayer[firstInput[layer] + input] != NOTHING;
  }

  /// The layer that feeds an input.
  public int sourceLayer(int layer, int input) {
    return sourceLayer[firstInput[layer] + input];
  }

  /// Which output of that layer it is.
  public int sourceOutput(int layer, int input) {
    return sourceOutput[firstInput[layer] + input];
  }

  /// How many inputs an output feeds.
  public int consumers(int layer, int output) {
    int at = firstOutput[layer] + output;
    return firstConsumer[at + 1] - firstConsumer[at];
  }

  /// The layer of one of them.
  public int consumerLayer(int layer, int output, int consumer) {
    return consumerLayer[firstConsumer[firstOutput[layer] + output] + consumer];
  }

  /// Which input of that layer it is.
  public int consumerInput(int layer, int output, int consumer) {
    return consumerInput[firstConsumer[firstOutput[layer] + output] + consumer];
  }

  /// The layers in an order in which each comes after all that feed it. Shorter than there are
  /// layers if some feed themselves; a layer of such a cycle is not in it.
  public int[] order() {
    int[] missing = new int[layers()];
    int[] order = new int[layers()];
    int end = 0;
    for (int layer = 0; layer < layers(); layer++) {
      for (int input = 0; input < inputs(layer); input++) {
        missing[layer] += hasSource(layer, input) ? 1 : 0;
      }
      if (missing[layer] == 0) {
        order[end++] = layer;
      }
    }
    for (int done = 0; done < end; done++) {
      int layer = order[done];
      for (int at = firstOutput[layer]; at < firstOutput[layer + 1]; at++) {
        for (int i = firstConsumer[at]; i < firstConsumer[at + 1]; i++) {
          if (--missing[consumerLayer[i]] == 0) {
            order[end++] = consumerLayer[i];
          }
        }
      }
    }
    return Arrays.copyOf(order, end);
  }
}
