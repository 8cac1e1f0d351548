/// Where every byte of a split goes, worked out before any memory is touched.
///
/// The flow of data: a [Shape] (or, where parts of it are unknown, a [PartialShape] of
/// [Dimension]s), an [ElementType] and an axis meet one of the five ways to cut an axis that
/// [SplitPlan] names. The result is a [SplitPlan]: `rows` rows of `row` units, and for each [Part]
/// its `offset` and `run` within such a row. That is all that whoever moves bytes ever sees; shapes
/// and axes end here, and element types but for those whose values change on the way.
///
/// ```
/// [4, 6, 8] f32, axis 1, lengths [2, -1]      ->   4 rows of 192 bytes
///   part 0  [4, 2, 8]   offset   0, run  64         row  |00000000|1111111111111111|
///   part 1  [4, 4, 8]   offset  64, run 128              0        64               192
/// ```
///
/// Two things may be added to a plan: a [Conversion], which says what becomes of the values, by a
/// [Rule] for each part; and the stacking or joining of the parts, which makes a [StackedPlan]:
///
/// ```
/// SplitPlan --converted(Conversion)--> SplitPlan, whose parts have another type
/// SplitPlan --stacked or joined------> StackedPlan: the parts are slices of one tensor
/// ```
///
/// [VariadicSplit] and [Split] are the two OpenVINO operations: they check their inputs as the
/// specification and our decisions demand, infer shapes when something is unknown, and plan when
/// everything is known. Both lead to the same index math, which stands in [SplitPlan] and [Part]
/// and nowhere else.
///
/// Everything here is an immutable value, safe for use by many threads. Mistakes of the caller are
/// `IllegalArgumentException`s whose message names the rule, the values and the remedy.
///
/// Read [SplitPlan] first, then [Part]. No input, no output, no log; nothing but `java.base`. May
/// use: `text`.
@NullMarked
package io.cleave.plan;

import org.jspecify.annotations.NullMarked;
