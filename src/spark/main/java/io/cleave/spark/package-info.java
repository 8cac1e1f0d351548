/// Splits columns of tensors on a Spark cluster, in plain Java on the executors.
///
/// ```
/// driver     TensorSplit -> SplitQuery: checks the settings -> a Generate node with a SplitGenerator
/// executor   SplitGenerator -> RowSplitter: the TensorColumn's tensor -> its RowPlan -> a row of parts
/// ```
///
/// Driver and tasks derive the same [RowPlan] from the same [TensorSplit]. [SplitGenerator] alone
/// is an expression of Catalyst's. Spark itself is provided by the cluster.
@NullMarked
package io.cleave.spark;

import org.jspecify.annotations.NullMarked;
