package io.cleave.opencl.session;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// The compilation of one kernel, for Java Flight Recorder.
@Name("io.cleave.ProgramBuild")
@Label("Program Build")
@Category("Cleave")
@Description("The compilation of one kernel for a device")
@StackTrace(false)
final class BuildEvent extends Event {
  @Label("Device")
  String device = "";

  @Label("Kernel")
  @Description("The kernel and the parameters it was compiled with")
  String kernel = "";
}
