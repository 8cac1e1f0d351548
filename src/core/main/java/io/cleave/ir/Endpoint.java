package io.cleave.ir;

/// One end of an edge: an output of the layer that it comes from, or an input of the layer that it
/// goes to.
///
/// @param position which of its outputs or inputs, counted from 0
record Endpoint(Layer layer, int position) {}
