/// What is compiled for one geometry: kernels that know every run and every place as a constant.
///
/// In comes a `Job`; out come the shapes that suit it, if any:
///
/// ```
/// CompiledShape -> DrawnLines -> Drawing   split_lines: whole lines drawn together in registers
///               -> Transposed              split_columns: equal runs, a transposed matrix
///               -> ListedRuns              split_runs: two moves for each run
/// ```
///
/// Read `CompiledShape` first, which chooses.
@NullMarked
package io.cleave.opencl.route.compiled;

import org.jspecify.annotations.NullMarked;
