package io.cleave.opencl.route;

/// The part of each row that belongs to one output. Lengths count what its [Geometry] counts.
///
/// @param part the index of the part in the plan
/// @param from where the run begins within each row
/// @param length its length, 1 or more
/// @param to the byte of the output where the part begins
record Run(int part, long from, long length, long to) {}
