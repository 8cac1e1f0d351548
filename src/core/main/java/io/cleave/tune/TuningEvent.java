package io.cleave.tune;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// A tuning result, for Java Flight Recorder.
@Name("io.cleave.Tuning")
@Label("Tuning")
@Category("Cleave")
@Description("The fastest candidate for a kind of split was found")
@StackTrace(false)
final class TuningEvent extends Event {
  @Label("Kind of Split")
  String key;

  @Label("Fastest Candidate")
  String fastest;

  @Label("Reason")
  String reason;

  @Label("Figures of All Candidates")
  String figures;

  TuningEvent(TuningResult result) {
    key = result.key();
    fastest = result.fastest();
    reason = result.reason();
    figures = String.join("; ", result.figures());
  }
}
