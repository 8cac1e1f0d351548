package io.cleave.file.io;

import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import java.nio.file.Path;

/// A part that has been written to a file. An immutable value.
///
/// @param input the file that was split
/// @param tensor the tensor's name in it
/// @param index the part's position among the plan's parts, from 0
/// @param file the file that holds the part
/// @param name the part's name in it; the stem of that file's name where it holds one tensor
/// @param shape the shape as the file's users see it
/// @param bytes the bytes of its data
public record WrittenPart(
    Path input,
    String tensor,
    int index,
    Path file,
    String name,
    ElementType type,
    Shape shape,
    long bytes) {}
