/// How fast columns are split, beside the ways that Spark has itself. It is no test:
///
/// ```
/// mvn verify -Dtest=none -Dit.test=SparkSpeed -Dsurefire.failIfNoSpecifiedTests=false
///     -Dfailsafe.failIfNoSpecifiedTests=false
/// ```
///
/// [SparkBench] is the program, [Ways] has who takes part.
@NullMarked
package io.cleave.spark.bench;

import org.jspecify.annotations.NullMarked;
