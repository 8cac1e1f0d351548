/// The command line: [Main] runs one command, a class each, which parses its options, calls the
/// library, and prints a report.
///
/// Options that several commands share are mixins of picocli, `*Options`, which return values of
/// the library. picocli reports a text that cannot be converted, see [Converters]; an
/// `IllegalArgumentException` reports a value that is wrong. [Output] prints results, [Errors]
/// failures. Benchmarks are in [io.cleave.cli.bench].
@NullMarked
package io.cleave.cli;

import org.jspecify.annotations.NullMarked;
