/// The kernels on the Vector API, for JVMs that have `jdk.incubator.vector`.
///
/// [VectorKernels] chooses a mover for a part:
///
/// ```
/// VectorKernels -> VectorMover:   runs up to half a vector: windows laid over each other (Windows);
///                                 longer ones: whole vectors, the last one overlapping;
///                                 rows of two to four equal columns: all parts in one pass
///               -> plain kernels: runs that copies move as fast
/// ```
///
/// [VectorMover] uses the plain kernels until a loop is compiled and faster. The loops are in
/// copies of [VectorLoops], one for each loop, kind of memory and width. [VectorConverter] converts
/// vectors and columns by the loops of [ConvertLoops], [VectorPixels] all channels of pixels by
/// those of [PixelLoops]. No other package may name the Vector API, and none may name a class of
/// this one: [io.cleave.cpu.Vectors] loads `VectorKernels` by name.
@NullMarked
package io.cleave.cpu.vector;

import org.jspecify.annotations.NullMarked;
