package io.cleave.ir;

/// A tensor that a model gives when it runs.
///
/// @param index which one, counted from 0 in the order of the file
/// @param layer the result
/// @param name the name of its tensor, or of its layer if that has none, or `result` and the index;
///   several outputs may have one name
public record ModelOutput(int index, Layer layer, String name) {}
