package io.cleave.tune;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// A choice between candidates, for Java Flight Recorder.
@Name("io.cleave.Choice")
@Label("Choice")
@Category("Cleave")
@Description("The fastest way to carry out a kind of split was found")
@StackTrace(false)
final class TuningEvent extends Event {
  @Label("Kind of split")
  String occasion;

  @Label("Winner")
  String winner;

  @Label("Reason")
  String reason;

  @Label("Times of all candidates")
  String figures;

  TuningEvent(TuningResult result) {
    occasion = result.key();
    winner = result.winner();
    reason = result.reason();
    figures = String.join("; ", result.figures());
  }
}
