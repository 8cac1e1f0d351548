/// The kernels of the CPU twin on the Vector API, for JVMs that have `jdk.incubator.vector`.
///
/// [VectorKernels] chooses a mover for a part and makes what it needs of shuffles and masks, once:
///
/// ```
/// VectorKernels -> WindowMover:  runs up to half a vector: windows laid over each other -> Windows
///               -> RunMover:     longer ones: whole vectors, the last one overlapping
///               -> ColumnsMover: rows of two to four equal columns: all parts in one pass
///               -> the plain kernels for what copies carry as fast
/// ```
///
/// [Loops] finds the loops in copies of [RunLoops] for all kinds of memory and widths. No other
/// package may name the Vector API, and none may name a class of this one:
/// [io.cleave.cpu.VectorSupport] loads `Provider` by name where the JVM suits.
///
/// [ArrayConversions] does the same with copies of [ArrayLoops], for arrays that are converted.
///
/// Read [VectorKernels] first, then [Windows].
@NullMarked
package io.cleave.cpu.vector;

import org.jspecify.annotations.NullMarked;
