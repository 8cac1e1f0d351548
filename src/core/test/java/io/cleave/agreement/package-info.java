/// Compares Cleave with OpenVINO: `OpenVinoIT` asks both the same questions, `DifferenceIT` asks
/// OpenVINO for each entry of the list of differences.
///
/// ```
/// PosedCases, RandomOperations -> Operation -> OperationModel -> OpenVinoClient -> Response
///                                     |                                               |
///                                     +-> infer, Splitter                             |
///                                              |                                      |
///                                              +-> ShapeComparison, DataComparison <--+ -> Result
/// ```
///
/// An answer of OpenVINO that is not Cleave's must be foretold by a
/// [io.cleave.ir.infer.Difference]. Packed elements, which OpenVINO cannot split, it unpacks
/// before: see [PackedModel].
@NullMarked
package io.cleave.agreement;

import org.jspecify.annotations.NullMarked;
