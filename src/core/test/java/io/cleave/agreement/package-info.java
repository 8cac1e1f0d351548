/// Compares Cleave with OpenVINO: `OpenVinoTest` asks both the same questions, `DifferenceTest`
/// asks OpenVINO for each entry of the list of differences.
///
/// ```
/// PosedCases, RandomOperations -> operation -> OperationModel -> OpenVinoClient -> Response
///                                     |                                               |
///                                     +-> infer, Splitter -> OpenVinoComparison <-----+
/// ```
///
/// An answer of OpenVINO that is not Cleave's must be a [Difference] of the list. Packed elements,
/// which OpenVINO cannot split, it unpacks before: see [PackedModel].
package io.cleave.agreement;
