/// The command line: [Main] runs one command, a class each, which parses its options, calls the
/// library, and prints a report.
///
/// Options that several commands share are mixins of picocli, `*Options`, which return values of
/// the library. picocli reports a text that cannot be converted, see [Converters]; an
/// `IllegalArgumentException` reports a value that is wrong. [Output] prints results, [Errors]
/// failures.
///
/// A [Benchmark] has all [candidates][Candidate] split the same data in turns, a [TimedRun] each,
/// beside plain copies of as many bytes. A ratio within one [Result] means something; seconds of
/// two runs do not compare.
@NullMarked
package io.cleave.cli;

import org.jspecify.annotations.NullMarked;
