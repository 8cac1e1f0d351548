package io.cleave.ir;

import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import java.util.List;
import java.util.Optional;

/// One input or output of a [Layer], as the file describes it.
///
/// @param type the element type, if the file names one that is known
/// @param shape the extents; of unknown rank where there are none, which may also mean a scalar
/// @param names the names of the tensor; empty for inputs
record Port(Optional<ElementType> type, PartialShape shape, List<String> names) {}
