package io.cleave.opencl.route;

/// One part that is to be moved. Lengths count what its [Job] counts.
///
/// @param part its index in the plan
/// @param from where it begins within each row
/// @param run how much of each row belongs to it, 1 or more
/// @param to the byte of its output where it begins
public record Stretch(int part, long from, long run, long to) {}
