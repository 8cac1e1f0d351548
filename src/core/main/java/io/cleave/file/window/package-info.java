/// Plans on data of any size, in bounded memory.
///
/// In come a plan and the [io.cleave.file.tensor.Content] of a tensor; out go the bytes of its
/// parts, those of each from the first to the last, to a [PartSink]:
///
/// ```
/// Pass -> WindowSource (ReadAhead) -> Window: so many rows, split by a Splitter -> PartSink
/// Pass -> runs, one by one; BitRuns (BitStream) where they begin within a byte  -> PartSink
///           through a ConvertingSink where they are converted
/// ```
///
/// Read [WindowedSplit] first, which chooses between the two; [WindowRule] says how much is split
/// at a time. What becomes of the bytes is the sink's affair.
@NullMarked
package io.cleave.file.window;

import org.jspecify.annotations.NullMarked;
