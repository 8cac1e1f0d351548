/// What a command tells its user: data on standard output, complaints and progress on standard
/// error, texts in files that the user names, and an exit code.
///
/// In: what a command has found out, or the exception that stopped it. Out: lines. A complaint is
/// one sentence, prefixed `cleave:`, and an [ExitCode] says whose fault it is. What a file calls
/// its tensors is printed as a [ShownName], which cannot command a terminal.
///
/// Read [Output] first, then [Complaints] and [ExitCode].
///
/// No other package of the command line. May use: `text`, `json`, `draw`, `file`, `file.output`, of
/// `backend` what a driver's refusal is thrown as, and picocli.
@NullMarked
package io.cleave.cli.print;

import org.jspecify.annotations.NullMarked;
