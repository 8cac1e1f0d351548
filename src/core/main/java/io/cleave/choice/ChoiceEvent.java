package io.cleave.choice;

import java.util.stream.Collectors;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// One race that is over, for Java Flight Recorder.
@Name("io.cleave.Choice")
@Label("Choice")
@Category("Cleave")
@Description("A race between ways to carry a split out is over")
@StackTrace(false)
final class ChoiceEvent extends Event {
  @Label("Occasion")
  @Description("What was split, and where its memory is")
  String occasion = "";

  @Label("Winner")
  @Description("What carries out such splits from now on")
  String winner = "";

  @Label("Reason")
  @Description("Whether it won, or stays because nobody was clearly faster")
  String reason = "";

  @Label("Figures")
  @Description("What was measured of each candidate")
  String figures = "";

  static void commit(Verdict verdict) {
    ChoiceEvent event = new ChoiceEvent();
    if (event.shouldCommit()) {
      event.occasion = verdict.occasion();
      event.winner = verdict.winner();
      event.reason = verdict.reason();
      event.figures =
          verdict.figures().stream().map(Figures::toString).collect(Collectors.joining("; "));
      event.commit();
    }
  }
}
