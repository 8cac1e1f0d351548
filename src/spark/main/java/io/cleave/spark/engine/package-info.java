/// What the door opens to: the driver's side and the tasks' side, by name.
///
/// In comes a call of the outer package's `Engine`; out goes what the other packages make of it.
/// Read [SplitEngine] first: it is all there is. May use: `query`, `task`, the outer package.
@NullMarked
package io.cleave.spark.engine;

import org.jspecify.annotations.NullMarked;
