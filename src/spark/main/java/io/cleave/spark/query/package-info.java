/// The driver's side: a split is checked and becomes a part of the query.
///
/// ```
/// Settings, schema -> Source: the column; PartColumns: those that are added -> SplitQuery -> the query
/// ```
///
/// The query has Spark's own nodes for functions on partitions, but hands rows over in Spark's
/// internal form: bytes and arrays as they are, where a function on `Row`s would make an object of
/// each element of each array.
///
/// Read [SplitQuery] first. May use: `column`, `device` for its number of splits, the settings,
/// Spark's queries.
@NullMarked
package io.cleave.spark.query;

import org.jspecify.annotations.NullMarked;
