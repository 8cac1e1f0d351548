/// Conversions: pixels that become planes as a model takes them, weights that are widened, and what
/// a model answers as pixels again.
///
/// [ConversionSuite] has the subjects. [Planes] says what other libraries, which know no plan, make
/// of a subject: the pixels of a batch, and a factor and a summand for each channel.
///
/// Read [ConversionSuite] first.
///
/// May use: `bench`, `plan`.
@NullMarked
package io.cleave.bench.convert;

import org.jspecify.annotations.NullMarked;
