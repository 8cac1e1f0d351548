/// Where a newcomer begins: what devices there are ([Devices]) and how to get a splitter for one
/// ([Splitters]).
///
/// Plans come from [io.cleave.plan.SplitPlan]; the splitters themselves are described by
/// [io.cleave.backend.Splitter]. May use: everything below it, which is all but `bench` and `cli`;
/// nothing below it may use it.
@NullMarked
package io.cleave;

import org.jspecify.annotations.NullMarked;
