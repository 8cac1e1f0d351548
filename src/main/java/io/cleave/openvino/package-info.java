/// What OpenVINO makes of its own two operations: where that is not what is right by their
/// specifications, and why.
///
/// In: the inputs of an operation. Out: the shapes and values that are right, and those that
/// OpenVINO makes, with a [Difference] where the two are known to differ.
///
/// Read [Difference] first, the list. [OpenVinoRules] foretells the shapes that OpenVINO infers,
/// mistakes included, and says which are right: both follow [Rules], once with the one [Arithmetic]
/// and once with the other. [PluginValues] foretells what its plugin for the CPU makes of values.
/// Whether all that still holds, OpenVINO itself is asked in `io.cleave.agreement`.
///
/// Nothing here is what Cleave plans by, so that a mistake of either shows.
///
/// May use: `plan`.
@NullMarked
package io.cleave.openvino;

import org.jspecify.annotations.NullMarked;
