/// Definition of conversions, one element at a time: for a source type, a [io.cleave.plan.Rule] and
/// a target type, a [Definition] gives the target's bit pattern for each of the source's.
///
/// ```
/// pattern --decoded--> a number, exact in double --the rule, in float--> --encoded--> pattern
/// ```
///
/// Plain Java and every device convert whole parts by other means, and are tested against it.
/// Tables for types of 8 bits and fewer are made by it. Not exported.
@NullMarked
package io.cleave.convert;

import org.jspecify.annotations.NullMarked;
