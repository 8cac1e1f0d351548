/// Output of the commands: results on standard output, errors and progress on standard error, texts
/// in files that the user names, plans as pictures, and an [ExitCode].
@NullMarked
package io.cleave.cli.print;

import org.jspecify.annotations.NullMarked;
