/// Plans of splits: where every byte goes, worked out before any memory is touched.
///
/// A [Shape], an [ElementType] and one of the five ways to cut an axis make a [SplitPlan]: `rows`
/// rows of `row` units, and for each [Part] its `offset` and `run` within such a row. Splitters see
/// nothing else, except for the element types of values that are converted.
///
/// ```
/// [4, 6, 8] f32, axis 1, lengths [2, -1]      ->   4 rows of 192 bytes
///   part 0  [4, 2, 8]   offset   0, run  64         row  |00000000|1111111111111111|
///   part 1  [4, 4, 8]   offset  64, run 128              0        64               192
/// ```
///
/// Two things may be added to a plan: a [Conversion] of the values, with a [Rule] for all parts or
/// one for each, and the stacking or joining of the parts, which makes a [StackedPlan]:
///
/// ```
/// SplitPlan --converted(Conversion)--> SplitPlan, whose parts have another type
/// SplitPlan --stacked or joined------> StackedPlan: the parts are slices of one tensor
/// ```
///
/// All types are immutable values, safe for use by many threads. A mistake of the caller is an
/// `IllegalArgumentException` whose message names the rule, the values and the remedy.
@NullMarked
package io.cleave.plan;

import org.jspecify.annotations.NullMarked;
