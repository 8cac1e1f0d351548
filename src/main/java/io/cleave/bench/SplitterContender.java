package io.cleave.bench;

import io.cleave.Splitters;
import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.choice.Book;
import io.cleave.choice.Choosing;
import io.cleave.choice.TuningFile;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;

/// This library on one device, from host memory to host memory.
///
/// @param device what does the work
/// @param binding how it is reached
/// @param route how it goes about it
/// @param pool where the parts go
public record SplitterContender(Device device, Binding binding, RouteName route, OutputPool pool)
    implements Contender {
  @Override
  public Label label() {
    boolean plain = device.kind() == Device.Kind.JAVA;
    return new Label(device.name(), plain ? "" : binding.toString(), plain ? "" : route.toString());
  }

  @Override
  public String refusal(SplitPlan plan) {
    if (route == RouteName.VIEW) {
      return "a view copies nothing";
    }
    try (Splitter splitter = open()) {
      splitter.explain(plan);
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private Splitter open() {
    return device.kind() != Device.Kind.JAVA && route == RouteName.AUTO
        ? Splitters.open(device, binding, Choosing.usual(), new Book(TuningFile.usual()))
        : Splitters.open(device, binding, route);
  }

  @Override
  public boolean isJava() {
    return device.kind() == Device.Kind.JAVA;
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return new SplitterRun(open(), plan, data, pool.parts(plan));
  }
}
