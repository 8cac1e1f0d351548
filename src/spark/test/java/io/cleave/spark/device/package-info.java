/// Tests of the splitter that the tasks of a JVM share, on devices that fail when they are told to.
@NullMarked
package io.cleave.spark.device;

import org.jspecify.annotations.NullMarked;
