/// Hours of use by many threads: what `mvn -Psoak test` runs.
///
/// ```
/// SoakRun -> a JVM for each Platform -> Soak
/// Soak:  workers, each of which takes one Chore after the other, and checks what it splits
///        Census, every few seconds: what the process has of heap, native memory, handles, threads
///        Peaks: the most of it; NativeMemory: what the JVM has, and for what
///        Trend: whether any of that grows
/// ```
///
/// A worker that comes to no end is found out, too, and its stack is printed.
@NullMarked
package io.cleave.soak;

import org.jspecify.annotations.NullMarked;
