/// Races ahead of time, on memory of its own, so that later processes know who is fastest here.
///
/// ```
/// Subject + RacingSplitter -> Tuning: splits again and again until the race is over -> Verdicts
/// Verdicts                 -> RecordFile (package choice)
/// ```
///
/// Read [Tuning] first.
///
/// May use: what `bench` may use, and `choice`.
@NullMarked
package io.cleave.bench.tune;

import org.jspecify.annotations.NullMarked;
