/// Proves a splitter right, case by case.
///
/// A case is one JSON object on a line of a file: an operation with its inputs, and what must come
/// of it. The command has three such files, and anybody may write more. [Conformance] streams them,
/// holding one line at a time, and stops for nothing: a line that is no case, a wrong answer and a
/// splitter that throws are failed cases with a reason, and the next line follows.
///
/// ```
/// CaseSource -> CaseLines -> CaseParser -> Case -> CaseOperation -> infer, plan (everything refused that must be?)
///                                                     |
///                                                     +-> ByteTrial, StringTrial -> Splitter          (every byte?)
///                                                              NaiveSplit says what the bytes must be
/// ```
///
/// [NaiveSplit] is the oracle: it moves one element at a time and shares no arithmetic with the
/// planner, so that a mistake of the planner cannot hide behind itself.
///
/// Read [Conformance] first, then `CaseRunner` and [NaiveSplit].
@NullMarked
package io.cleave.conformance;

import org.jspecify.annotations.NullMarked;
