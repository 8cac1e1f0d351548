/// The loops in plain Java that move or convert short runs, and the warm-up guard of the loops on
/// the Vector API that replace them.
///
/// ```
/// Kernels: PlainKernels -> Mover          runs of bytes (Runs), by PlainLoops, Channels, Transposer
///                       -> RunConverter   runs of elements (ElementRuns), by PlainConverter
///                       -> PixelConverter all channels of pixels; on the Vector API alone
/// BitLoops                                runs of bits (BitRuns)
/// Loop                                    warm-up guard of a loop on the Vector API
/// Specialized, LoopKind, MemoryKinds      a hidden copy of a class of loops for each kind of memory
/// ```
///
/// Read [Specialized] first, then `PlainKernels` and `PlainLoops`.
@NullMarked
package io.cleave.cpu.loops;

import org.jspecify.annotations.NullMarked;
