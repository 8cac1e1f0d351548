/// The command line: parse, call, print. Nothing here knows how to split.
///
/// In: the arguments of the program. Out: data on standard output, progress and complaints on
/// standard error, an exit code.
///
/// Read [Main] first, which runs one command; then `CleaveCommand`, which lists them all;
/// `SplitCommand`, which is what most of them look like: its options say what they mean, the
/// library does it, a report prints it.
///
/// ```
/// print <- option <- bench, model <- this package: the program, and the commands for files and
///   devices
/// ```
///
/// The commands that measure are in [io.cleave.cli.bench], those for OpenVINO's models in
/// [io.cleave.cli.model]. Options that several commands share are in [io.cleave.cli.option], what
/// users read in [io.cleave.cli.print].
@NullMarked
package io.cleave.cli;

import org.jspecify.annotations.NullMarked;
