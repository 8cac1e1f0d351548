/// How fast columns are split in Spark, beside the ways that Spark has itself.
///
/// [SparkBench] has the heats, [Ways] has who takes part.
@NullMarked
package io.cleave.bench.spark;

import org.jspecify.annotations.NullMarked;
