/// Tests of what runs on a cluster: in one JVM with two threads, and on a master with two workers.
/// They run once the jars are there, with Spark's libraries, which no other test sees.
@NullMarked
package io.cleave.spark;

import org.jspecify.annotations.NullMarked;
