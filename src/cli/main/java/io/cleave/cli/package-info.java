/// The command line: [Main] runs one command, a class each, which parses its options, calls the
/// library, and prints a report.
///
/// Benchmarks are in [io.cleave.cli.bench], options that several commands share in
/// [io.cleave.cli.option], and output in [io.cleave.cli.print].
@NullMarked
package io.cleave.cli;

import org.jspecify.annotations.NullMarked;
