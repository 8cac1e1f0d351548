/// Splits on a cluster: columns of tensors, in batches, on the executors' processors or devices.
///
/// Spark does the distribution, and is provided by the cluster. [TensorSplit] is what users call,
/// [SplitJob] is for those who write no code.
///
/// ```
/// driver     TensorSplit -> Door -> query: the column and the plan checked -> the query, with a PartitionSplit
/// executor   PartitionSplit -> Door -> task: batches of rows -> device: a splitter for the whole JVM
///
/// column     what a column holds, and the split of one row: both sides make the same of the same settings
/// engine     where the door leads to, on either side
/// ```
///
/// Read [TensorSplit] first, then [Door]. This package alone is compiled for JDK 17, so that what
/// runs on less than 25 can say so; it names no class of the others. May use: Spark.
@NullMarked
package io.cleave.spark;

import org.jspecify.annotations.NullMarked;
