package io.cleave.file;

/// Where a part goes.
///
/// @param file the index of the output file
/// @param member the index among the tensors in that file
record Place(int file, int member) {}
