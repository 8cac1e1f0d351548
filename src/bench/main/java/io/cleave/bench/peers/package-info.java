/// Other libraries that split tensors, as candidates.
///
/// [Peers] opens those that work on this machine. Each splits the same native memory with its own
/// split and leaves every part in memory of its own, so that all do the same work. Where a library
/// has several ways to do that, its class says which one is timed, and why.
@NullMarked
package io.cleave.bench.peers;

import org.jspecify.annotations.NullMarked;
