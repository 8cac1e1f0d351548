package io.cleave.spi;

import io.cleave.backend.ResidentTensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What splitting a [ResidentTensor] gives, wherever it lives.
public final class ResidentTensors {
  private ResidentTensors() {}

  /// A tensor for each part. If one of them cannot be made, for there may be no memory left, those
  /// before it are closed, since nobody is given them.
  ///
  /// @param make makes that of a part; null for one that is not wanted
  public static List<@Nullable ResidentTensor> of(
      SplitPlan plan, Function<Part, @Nullable ResidentTensor> make) {
    List<@Nullable ResidentTensor> made = new ArrayList<>(plan.partCount());
    try {
      for (Part part : plan.parts()) {
        made.add(make.apply(part));
      }
      return made;
    } catch (RuntimeException | Error e) {
      close(made, e);
      throw e;
    }
  }

  /// Takes no memory unless one of them cannot be closed.
  private static void close(List<@Nullable ResidentTensor> made, Throwable failure) {
    for (int i = 0; i < made.size(); i++) {
      ResidentTensor tensor = made.get(i);
      try {
        if (tensor != null) {
          tensor.close();
        }
      } catch (RuntimeException | Error e) {
        if (!e.equals(failure)) {
          failure.addSuppressed(e);
        }
      }
    }
  }
}
