package io.cleave.bench;

import io.cleave.Binding;
import io.cleave.Splitters;
import io.cleave.backend.Device;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;

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
    return Splitters.open(device, binding, route);
  }

  @Override
  public Run prepare(SplitPlan plan, MemorySegment data) {
    return new Splitting(open(), plan, data, pool.parts(plan));
  }

  private record Splitting(
      Splitter splitter, SplitPlan plan, MemorySegment data, List<MemorySegment> parts)
      implements Run {
    @Override
    public void once() {
      splitter.split(plan, data, parts);
    }

    @Override
    public MemorySegment part(int index) {
      return parts.get(index);
    }

    @Override
    public void close() {
      splitter.close();
    }
  }
}
