/// What a route consists of: commands that name their memory, not yet its handles.
///
/// In comes a `Job` and how a route wants it done; out go [Launch]es:
///
/// ```
/// Job -> OutputGroup: the parts that one launch writes
/// KernelCall: what a kernel is compiled and called with -> KernelVariant, Grid, Table
///               -> Launch.Kernel                     Launch.Copy: a plain copy of one part
/// ```
///
/// Read [Launch] first, then `OutputGroup`.
@NullMarked
package io.cleave.opencl.route.launch;

import org.jspecify.annotations.NullMarked;
