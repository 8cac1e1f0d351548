/// The loops that move or convert short runs in plain Java, and the warm-up guard that loops on the
/// Vector API pass through before they replace them.
@NullMarked
package io.cleave.cpu.loops;

import org.jspecify.annotations.NullMarked;
