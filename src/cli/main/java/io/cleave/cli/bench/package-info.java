/// The commands that measure: `cleave bench` and `cleave tune`.
///
/// ```
/// TimedSplitOptions, Suite -> TimedSplit \
///                                         Benchmark, a Trial for each candidate -> Result
/// DeviceOption -> Candidate              /
/// ```
///
/// A [Benchmark] has all [candidates][Candidate] split the same data in turns, beside plain copies
/// of as many bytes. A ratio within one result means something; seconds of two runs do not compare.
@NullMarked
package io.cleave.cli.bench;

import org.jspecify.annotations.NullMarked;
