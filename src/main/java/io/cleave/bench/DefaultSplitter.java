package io.cleave.bench;

import io.cleave.Splitters;
import io.cleave.choice.Book;
import io.cleave.choice.Choosing;
import io.cleave.choice.TuningFile;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;

/// What a user of this library gets who asks for nothing. Each one that is opened finds out for
/// itself what is fastest.
///
/// @param pool where the parts go
record DefaultSplitter(OutputPool pool) implements Contender {
  @Override
  public Label label() {
    return new Label("default", "", "");
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return new SplitterRun(
        Splitters.open(Choosing.usual(), new Book(TuningFile.usual())),
        plan,
        data,
        pool.parts(plan));
  }
}
