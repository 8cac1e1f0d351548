package io.cleave.opencl.run;

import io.cleave.opencl.session.ClSession;
import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/// The commands of one split on a device, for Java Flight Recorder.
@Name("io.cleave.DeviceSplit")
@Label("Device Split")
@Category("Cleave")
@Description("The commands of one split, or of one chunk of it, on an OpenCL device")
@StackTrace(false)
final class DeviceSplitEvent extends Event {
  @Label("Device")
  String device = "";

  @Label("Route")
  @Description("How the plan was carried out")
  String route = "";

  @Label("Commands")
  @Description("The number of launches and copies")
  int commands;

  @Label("Device Time")
  @Description(
      "Time of the commands on the device; -1 on a queue that does not measure, and on the user's"
          + " own queue, where they are not waited for and the duration is that of queueing them")
  @Timespan(Timespan.NANOSECONDS)
  long deviceTime = -1;

  /// Ends and commits.
  ///
  /// @param ended the events of the commands, if these have ended, so that the device can tell
  ///   their time
  <E> void commit(ClSession<?, E> session, PreparedSplit<?, E> split, List<E> ended) {
    end();
    if (shouldCommit()) {
      device = session.info().device().name();
      route = split.route.toString();
      commands = split.descriptions.size();
      // A queue that does not measure answers -1 for each command.
      long time = ended.stream().mapToLong(session::nanoseconds).sum();
      deviceTime = ended.isEmpty() ? -1 : Math.max(-1, time);
      commit();
    }
  }
}
