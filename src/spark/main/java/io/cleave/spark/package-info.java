/// Splits columns of tensors on a Spark cluster, in plain Java on the executors.
///
/// ```
/// driver     TensorSplit -> SplitQuery: checks the settings -> a Generate node with a SplitGenerator
/// executor   SplitGenerator -> RowSplitter: the TensorColumn's tensor -> its RowPlan -> a row of parts
/// ```
///
/// Driver and tasks derive the same [RowPlan] from the same [Settings]. [SplitGenerator] alone
/// depends on Catalyst's plans and expressions. Spark itself is provided by the cluster.
@NullMarked
package io.cleave.spark;

import org.jspecify.annotations.NullMarked;
