/// The limits of numbers: sizes, offsets and counts beyond 31, 32 and 63 bits.
@NullMarked
package io.cleave.limits;

import org.jspecify.annotations.NullMarked;
