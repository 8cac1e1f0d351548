/// Options that several commands share, each group a picocli mixin that returns the library's
/// values.
///
/// picocli reports a text that cannot be converted, see [Converters]; an `IllegalArgumentException`
/// reports a value that is wrong.
@NullMarked
package io.cleave.cli.option;

import org.jspecify.annotations.NullMarked;
