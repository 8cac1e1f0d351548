package io.cleave.spark.column;

import io.cleave.file.tensor.Layout;
import java.lang.foreign.MemorySegment;

/// The tensor of one row.
///
/// @param layout what it is
/// @param bytes its elements, as many as the layout takes; nobody writes them
public record RowTensor(Layout layout, MemorySegment bytes) {}
