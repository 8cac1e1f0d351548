/// Fuzzing of everything that reads what others wrote, and of the splitters.
///
/// A [FuzzTarget] takes bytes. Inputs that are worth keeping are in `test-data/fuzz`, in a folder
/// of the target's name: [CorpusTest] feeds them in every build, [FuzzTest] has Jazzer look for
/// others.
package io.cleave.fuzz;
