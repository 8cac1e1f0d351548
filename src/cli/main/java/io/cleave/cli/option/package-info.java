/// Options that several commands share, each group a picocli mixin that returns the library's
/// values.
///
/// A text that cannot be converted is reported by picocli, see [Converters]; a value that is wrong
/// by an `IllegalArgumentException`.
@NullMarked
package io.cleave.cli.option;

import org.jspecify.annotations.NullMarked;
