/// Entry points: lists devices ([Devices]), and opens splitters ([Splitters]) and stores of tensors
/// ([Residences]).
///
/// Plans come from [io.cleave.plan.SplitPlan]; [io.cleave.backend.Splitter] carries them out.
@NullMarked
package io.cleave;

import org.jspecify.annotations.NullMarked;
