/// Benchmarks for maintainers, built on those of the command. Not published.
///
/// ```
/// Bench -> TimedSplits, RandomSplits    the splits
///       -> Candidate, Peers             the candidates: Cleave's and the other libraries
///       -> Benchmark -> Result          in io.cleave.cli
///       -> RatioTable, SurveyReport     summaries
/// ```
@NullMarked
package io.cleave.bench;

import org.jspecify.annotations.NullMarked;
