/// Asks OpenVINO and Cleave the same questions and compares the answers.
///
/// ```
/// CaseSource, RandomOperations -> Operation -> SplitModel -> Oracle -> Answer
///                                     |                                  |
///                                     +-> infer, Splitter                |
///                                              |                         |
///                                              +-> ShapeComparison, DataComparison -> Verdict -> Tally
/// ```
///
/// Read [Interrogation] first. An answer of OpenVINO that is not Cleave's is either foretold, by a
/// [io.cleave.ir.infer.Difference] of the list, or it is reported. Packed elements, which OpenVINO
/// cannot split, it unpacks before: see [PackedModel].
///
/// May use: `plan`, `backend`, `conformance`, `ir.write`, `openvino`, `openvino.runtime`.
@NullMarked
package io.cleave.agreement;

import org.jspecify.annotations.NullMarked;
