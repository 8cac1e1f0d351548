/// One splitter for all tasks of a JVM that want the same device: opened when a task first needs
/// it, closed when the JVM ends.
///
/// ```
/// DeviceWish (settings, the task's GPU) -> SharedSplitters -> SharedSplitter: a permit, a splitter
///                                                             plain Java, once the device has failed
/// ```
///
/// Read [SharedSplitters] first. Safe for use by many threads. May use: the root's factories,
/// `backend`, `cpu`, the settings, Spark's task context, slf4j.
@NullMarked
package io.cleave.spark.device;

import org.jspecify.annotations.NullMarked;
