/// Splits the rows of a partition, many at a time.
///
/// ```
/// PartitionSplit, rows -> RowStream: gathers a Batch up to its budget, hands out its rows one by one
///                         Batch: rows and their tensors -> BatchMemory: data, parts
///                                                       -> a SharedSplitter, once for the batch
/// ```
///
/// Read [RowStream] first. What belongs to a task is used by one thread at a time, which need not
/// be the same one always. May use: `column`, `device`, `file.tensor`, the settings, Spark's
/// internal rows and task context.
@NullMarked
package io.cleave.spark.task;

import org.jspecify.annotations.NullMarked;
