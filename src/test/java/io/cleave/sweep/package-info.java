/// Splits of all sorts, by all that can split, for as long as one likes: what `mvn -Psweep test`
/// runs.
///
/// ```
/// SweepRun -> a JVM for each Platform -> Sweep    many threads, until the time is over
/// Sweep:  Chance -> Example -> Way                a seed makes an example, a way carries it out
///         Shrinker -> Smaller                     the smallest example that still goes wrong there
///         WrittenExample                          which is printed as a conformance case
/// ```
///
/// Whether an example is right, its own `check` decides, by the naive split and guard bytes;
/// nothing here calculates.
@NullMarked
package io.cleave.sweep;

import org.jspecify.annotations.NullMarked;
