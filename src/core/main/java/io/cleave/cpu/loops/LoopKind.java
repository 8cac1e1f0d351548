package io.cleave.cpu.loops;

/// The constants of a hidden copy of a class with loops, see [Specialized].
///
/// @param width the bytes that are loaded and stored at once
/// @param variant distinguishes loops of the same width
public record LoopKind(MemoryKinds kinds, int width, int variant) {}
