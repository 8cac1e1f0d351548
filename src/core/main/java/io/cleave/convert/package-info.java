/// What values become under a [io.cleave.plan.Conversion]: the definition, one element at a time.
///
/// In come a source type, a [io.cleave.plan.Rule] and a target type, out goes a [Definition]: of
/// each bit pattern of the source, that of the target. Plain Java and every device do the same with
/// whole parts, by other means, and are tested against it; the tables that they look types of 8
/// bits and fewer up in are made by it.
///
/// ```
/// pattern --Decoding--> a number, exact in double --the rule, in float--> --Encoding--> pattern
/// ```
///
/// Read [Definition] first. Immutable values, no memory, no threads.
@NullMarked
package io.cleave.convert;

import org.jspecify.annotations.NullMarked;
