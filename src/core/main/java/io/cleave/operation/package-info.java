/// OpenVINO's VariadicSplit-1 and Split-1: validation of their inputs, shape inference, plans.
///
/// A [SplitOperation] has data of a [PartialShape], and an axis and lengths that are
/// [IntegerInput]s. [SplitOperation#infer()] gives the shapes of the outputs as far as the inputs
/// are known, and [SplitOperation#plan()] the [io.cleave.plan.SplitPlan] when all of them are.
///
/// All types are immutable values. Wrong inputs are `IllegalArgumentException`s whose message names
/// the rule, the values and the remedy.
@NullMarked
package io.cleave.operation;

import org.jspecify.annotations.NullMarked;
