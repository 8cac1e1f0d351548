/// The options that several commands share, each group a picocli mixin that says what it means in
/// the library's words.
///
/// In: texts of the command line. Out: [CutOptions] makes a plan, [ReadingOptions] says how a file
/// is read, [TargetOptions] where parts go, [DeviceOption] opens what does the work, [VectorModule]
/// beforehand what the JVM has for it. A text that is wrong is a complaint of picocli's, a value
/// that is wrong an `IllegalArgumentException`.
///
/// Read [CutOptions] and [CutWay] first, where `--lengths` becomes a plan; then [DeviceOption].
@NullMarked
package io.cleave.cli.option;

import org.jspecify.annotations.NullMarked;
