/// The commands that measure: `cleave bench` and `cleave tune`.
///
/// ```
/// TimedSplitOptions, Suite -> TimedSplit \
///                                          Benchmark -> Result -> ResultReport
/// DeviceOption -> Candidates -> Candidate /
/// ```
///
/// A [Benchmark] has all [Candidates] split the same data in turns, beside plain copies of as many
/// bytes. A ratio within one result means something; seconds of two runs do not compare.
@NullMarked
package io.cleave.cli.bench;

import org.jspecify.annotations.NullMarked;
