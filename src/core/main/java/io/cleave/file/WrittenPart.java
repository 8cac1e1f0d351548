package io.cleave.file;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.file.Path;

/// A part that has been written to a file.
///
/// @param input the file that was split
/// @param tensor what that file calls the tensor
/// @param index the part's position among the plan's parts, from 0
/// @param file the file that holds the part
/// @param name what the part's file calls it; the stem of that file's name where it holds one
///   tensor
/// @param type the element type
/// @param shape the shape, as the file's users see it
/// @param bytes the bytes of its data, without what the format adds
public record WrittenPart(
    Path input,
    String tensor,
    int index,
    Path file,
    String name,
    ElementType type,
    Shape shape,
    long bytes) {}
