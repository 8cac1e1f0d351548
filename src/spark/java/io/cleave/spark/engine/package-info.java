/// What the door opens to: the driver's side and the tasks' side, by name.
///
/// May use: `query`, `task`, the outer package.
@NullMarked
package io.cleave.spark.engine;

import org.jspecify.annotations.NullMarked;
