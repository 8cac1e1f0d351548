package io.cleave.file.output;

/// Where a part goes.
///
/// @param file the index of the output file
/// @param member the index among the tensors in that file
public record Place(int file, int member) {}
