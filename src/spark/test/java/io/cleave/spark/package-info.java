/// Tests of splits on Spark: in one JVM with two threads, and on two executors.
@NullMarked
package io.cleave.spark;

import org.jspecify.annotations.NullMarked;
