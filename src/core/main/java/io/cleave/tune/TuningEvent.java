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
  @Label("Occasion")
  @Description("The kind of split")
  String occasion = "";

  @Label("Winner")
  @Description("The candidate that carries out such splits from now on")
  String winner = "";

  @Label("Reason")
  @Description("won, or tie if no candidate was clearly faster than the baseline")
  String reason = "";

  @Label("Figures")
  @Description("The times of each candidate")
  String figures = "";

  static void commit(TuningResult result) {
    TuningEvent event = new TuningEvent();
    if (event.shouldCommit()) {
      event.occasion = result.key();
      event.winner = result.winner();
      event.reason = result.reason();
      event.figures = String.join("; ", result.figures());
      event.commit();
    }
  }
}
