/// Plans of splits: where every byte goes, worked out before any memory is touched.
///
/// A [Layout], an axis and a [Cut] make a [SplitPlan], which has a [Part] for each output:
///
/// ```
/// SplitPlan.of(Layout.of(F32, 4, 6, 8), 1, Cut.byLengths(2, -1))   ->   4 rows of 192 bytes
///   part 0  [4, 2, 8]   bytes  0..63     row  |00000000|1111111111111111|
///   part 1  [4, 4, 8]   bytes 64..191         0        64               192
/// ```
///
/// Parts may be selected and ordered, values converted by a [Conversion], and all parts stacked or
/// joined to one:
///
/// ```
/// SplitPlan --only, without--> --converted(Conversion)--> --stacked, joined--> SplitPlan of one part
/// ```
///
/// [Geometry], [Unit] and [Rule] are for splitters: they see the loops of a plan and the rules of
/// its conversion, and nothing else.
///
/// All types are immutable values, safe for use by many threads. A mistake of the caller is an
/// `IllegalArgumentException` whose message names the rule, the values and the remedy.
@NullMarked
package io.cleave.plan;

import org.jspecify.annotations.NullMarked;
