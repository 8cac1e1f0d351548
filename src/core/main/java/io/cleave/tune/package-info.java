/// Autotuning: finds the fastest candidate by timing the user's own calls. The baseline is the
/// candidate that is used until another is faster.
///
/// All candidates write the same bytes, so measuring takes no extra call: each call is carried out
/// by one candidate and is one sample. Tuning changes times, never results.
///
/// ```
/// Splitter.open -> TunedSplitters: one candidate -> that splitter itself
///                              several       -> TuningSplitter: each call by one of them
/// TuningSplitter: a Tuner for each plan: rounds, medians, overhead budget
///                 in the background: a candidate is compiled, warmed up and compared byte by
///                 byte before it touches a user's memory
/// TuningFile: the results that `cleave tune` stored, read when a splitter is opened
/// ```
///
/// Read [TuningSplitter] and [Tuner] first.
@NullMarked
package io.cleave.tune;

import org.jspecify.annotations.NullMarked;
