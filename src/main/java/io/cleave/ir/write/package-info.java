/// The way back from a split to an OpenVINO model, for whoever wants to see what OpenVINO makes of
/// it.
///
/// ```
/// SplitPlan, or the inputs of an operation -> SplitModel (SplitFeed, PackedValues)
///   -> SplitModelText (XmlName): .xml
///   -> SplitWeights: .bin
/// ```
///
/// Read [SplitModel] first. Anything that the inputs of the two operations can be is written, right
/// or wrong, so that refusals can be asked for, too. `io.cleave.ir` reads it back.
///
/// May use: `plan`, and of `ir.text` how a text is quoted.
@NullMarked
package io.cleave.ir.write;

import org.jspecify.annotations.NullMarked;
