package io.cleave.file;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.file.Path;

/// A part that has been written to a file.
///
/// @param index its position among the plan's parts, from 0
/// @param file the file
/// @param type the element type
/// @param shape the shape, as the file's users see it
/// @param bytes the bytes of its data, without what the format adds
public record WrittenPart(int index, Path file, ElementType type, Shape shape, long bytes) {}
