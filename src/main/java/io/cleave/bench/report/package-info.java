/// What came out of races, for people and for machines.
///
/// In: heats of `bench`, in the order in which they were run. Out: lines of text, JSON, and
/// pictures as SVG documents, whose writing is left to the commands.
///
/// ```
/// Heat -> HeatTable  a terminal of 80 columns      -> HeatJson   an object for each measurement
///      -> HeatChart  a bar for each who took part  -> GrowthChart  a curve, over ever larger tensors
/// ```
///
/// Read [HeatTable] first, which says all that a heat has to say; [Distribution], what many figures
/// come to, is for those who sum up hundreds of heats.
///
/// May use: `bench`, `plan`, `json`, `draw`.
@NullMarked
package io.cleave.bench.report;

import org.jspecify.annotations.NullMarked;
