/// The loops that move or convert short runs in plain Java, and the warm-up guard of the loops on
/// the Vector API that replace them.
@NullMarked
package io.cleave.cpu.loops;

import org.jspecify.annotations.NullMarked;
