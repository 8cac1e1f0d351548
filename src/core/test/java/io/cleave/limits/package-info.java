/// The limits of numbers: sizes, offsets and counts beyond 31, 32 and 63 bits.
package io.cleave.limits;
