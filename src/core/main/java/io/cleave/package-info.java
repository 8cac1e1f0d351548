/// Where a newcomer begins: what devices there are ([Devices]) and how to get a splitter for one
/// ([Splitters]).
///
/// In: a device that is meant, or none, a binding, a route. Out: a splitter, a residence, or the
/// list of what is there and what is missing. Plans come from [io.cleave.plan.SplitPlan]; the
/// splitters themselves are described by [io.cleave.backend.Splitter].
///
/// Read [Splitters] first. None but `bench` and `cli` may use it.
@NullMarked
package io.cleave;

import org.jspecify.annotations.NullMarked;
