/// What moves the runs of parts is called by this, whoever provides it; and how it gets a copy of
/// its loops for all kinds of memory.
///
/// In come a [Strip] of bytes or a [BitStrip] of bits, what one part takes of every row, and the
/// [Kinds] of memory; out goes a mover:
///
/// ```
/// Kernels + Strip -> Mover: the runs of one part     Kernels + columns -> RowsMover: all parts at once
/// BitKernels + BitStrip -> BitMover
/// ByKind + Kinds -> such kernels;  PerKind: their loops in a hidden class of their own
/// ArrayKernels: what converts arrays by vectors -> ArrayLoop
/// VectorProvider: what makes kernels on the Vector API, where there is one
/// ```
///
/// Read [Kernels] first, then [PerKind], which says why loops are copied.
@NullMarked
package io.cleave.cpu.kernel;

import org.jspecify.annotations.NullMarked;
