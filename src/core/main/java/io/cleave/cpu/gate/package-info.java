/// Keeps loops on vectors closed until HotSpot has compiled them and they have shown that they pay.
///
/// In come plain kernels and those on vectors; out go [GatedKernels], which go by the plain ones
/// first:
///
/// ```
/// GatedKernels -> GatedMover, GatedRowsMover, GatedArrayLoop
///   -> Late: made in the background, once it is worth it
///     -> Gate: open, or closed, or closed for good
/// Gate -> Trial: both on SampleMemory of the same kind, until it shows which one is faster
/// ```
///
/// Read [Gate] first, then `Late` and `Trial`.
@NullMarked
package io.cleave.cpu.gate;

import org.jspecify.annotations.NullMarked;
