package io.cleave.spi;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// One split from host memory to host memory, for Java Flight Recorder.
@Name("io.cleave.Split")
@Label("Split")
@Category("Cleave")
@Description("A split from host memory to host memory")
@StackTrace(false)
final class SplitEvent extends Event {
  @Label("Device")
  @Description("The splitter's device; io.cleave.DeviceSplit has the launches on it")
  String device = "";

  @Label("Plan")
  String plan = "";

  @Label("Parts")
  int parts;

  @Label("Bytes")
  @DataAmount
  long bytes;
}
