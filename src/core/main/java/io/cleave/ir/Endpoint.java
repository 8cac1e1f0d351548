package io.cleave.ir;

/// One end of an edge: an output of the layer that it comes from, or an input of the layer that it
/// goes to.
///
/// @param layer the layer
/// @param position which of its outputs or inputs, counted from 0
public record Endpoint(Layer layer, int position) {
  /// `split:1`
  @Override
  public String toString() {
    return layer.path() + ":" + position;
  }
}
