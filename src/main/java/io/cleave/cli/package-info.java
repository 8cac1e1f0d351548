/// The command line: parse, call, print. Nothing here knows how to split.
///
/// Data goes to standard output, progress and complaints to standard error. A complaint is one
/// sentence, prefixed `cleave:`, and an [ExitCode] says whose fault it is.
///
/// May use: everything, and picocli.
@NullMarked
package io.cleave.cli;

import org.jspecify.annotations.NullMarked;
