/// The commands that measure: `cleave bench` and `cleave tune`, with the options of theirs alone.
///
/// In: which splits, and who takes part. Out: tables, JSON and pictures that `io.cleave.bench`
/// makes of its races; for `tune` the records that are kept.
///
/// Read [BenchCommand] first; then `BenchWhat` and `OwnSubject`, what is measured, and
/// `BenchField`, who takes part.
///
/// No other command. May use: `plan`, `backend`, `choice`, `opencl.session`, `opencl`,
/// `opencl.found`, `openvino.runtime`, the root, `bench` and those below it, `cli.print`,
/// `cli.option`, and picocli.
@NullMarked
package io.cleave.cli.bench;

import org.jspecify.annotations.NullMarked;
