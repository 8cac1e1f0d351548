/// What converts elements that stand close together, for the CPU twin.
///
/// In come elements of one part, gathered in a [Bench]'s array by the movers that split, or taken
/// apart by [Unpacking] where they are narrower than a byte; out go elements of the target type, in
/// the part's memory:
///
/// ```
/// data --movers, Unpacking--> staged --StepDecoding, a rule--> values --StepEncoding--> made --> part
///                             staged of 8 bits or fewer --a table--> made --> part
///                             a few of them, by a rule of their own --Definition--> part
/// data of 1, 2 or 4 bits --PackedTable, a byte at a time--> made --> part
/// ```
///
/// Everything that a step touches stays in a first-level cache. Every loop goes over arrays, of
/// which HotSpot makes vector instructions where it can; where it cannot, loops on the Vector API
/// stand in as soon as they pay (`ArrayKernels`).
///
/// Read [PartConverter] first.
@NullMarked
package io.cleave.cpu.convert;

import org.jspecify.annotations.NullMarked;
