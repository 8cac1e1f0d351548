/// The limits of numbers: sizes, offsets and counts beyond 31, 32 and 63 bits, many parts, and
/// nothing at all.
@NullMarked
package io.cleave.limits;

import org.jspecify.annotations.NullMarked;
