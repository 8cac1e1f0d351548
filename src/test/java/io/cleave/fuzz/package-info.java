/// Any bytes at all, fed to whatever reads what others wrote, and to the twins.
///
/// A [FuzzTarget] takes bytes, and its inputs that are worth keeping lie in a folder of
/// `test-data/fuzz` that has its name. [CorpusTest] feeds them in every build; with `-Pfuzz`,
/// [FuzzRun] has Jazzer look for new ones, which it does by what branches of the code an input
/// takes.
///
/// ```
/// CorpusTest -> Trial -> FuzzTarget   a file of the corpus
/// FuzzRun -> Jazzer -> JazzerEntry -> Trial -> FuzzTarget   what Jazzer makes of them
/// ```
///
/// Nothing here names a class of Jazzer's, which is there with `-Pfuzz` alone.
@NullMarked
package io.cleave.fuzz;

import org.jspecify.annotations.NullMarked;
