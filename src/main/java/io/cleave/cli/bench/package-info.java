/// The commands that measure: `cleave bench` and `cleave tune`, with the options of theirs alone.
///
/// In: which splits, and who takes part. Out: tables, JSON and pictures that `io.cleave.bench`
/// makes of its races; for `tune` the records that are kept.
///
/// To read first: [BenchCommand]; `BenchWhat` and `OwnSubject`, what is measured; `BenchField`, who
/// takes part.
///
/// May use: everything but the other commands.
@NullMarked
package io.cleave.cli.bench;

import org.jspecify.annotations.NullMarked;
