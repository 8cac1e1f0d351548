/// Conformance cases: prove a splitter right.
///
/// A case is one JSON object on a line of a file: an operation with its inputs, and what must come
/// of it. The command has three such files, and users may write more. [Conformance] reads them line
/// by line; a line that is no case, a wrong answer and a splitter that throws are failed cases with
/// a reason, and the next line follows.
///
/// ```
/// CaseSource -> Case -> Conformance -> infer, plan                   (everything refused that must be?)
///                            |
///                            +-> CaseRun -> Splitter                 (every byte?)
///                                  NaiveSplit gives the expected bytes
/// ```
///
/// [NaiveSplit] is the oracle: it moves one element at a time and shares no arithmetic with the
/// planner, so that a mistake of the planner cannot hide behind itself.
///
/// Read [Conformance] first, then `CaseRun` and [NaiveSplit].
@NullMarked
package io.cleave.conformance;

import org.jspecify.annotations.NullMarked;
