package io.cleave.file;

import io.cleave.file.output.Place;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A tensor, how it is split, and where its parts go. An immutable value.
///
/// @param data the tensor
/// @param plan made for the tensor's shape as its users see it
/// @param places one for each part; null for one that is not wanted
record TensorSplit(StoredTensor data, SplitPlan plan, List<@Nullable Place> places) {
  /// Checks that plan and tensor fit each other.
  ///
  /// @throws IllegalArgumentException if they do not
  TensorSplit {
    if (!plan.shape().equals(data.shape()) || plan.type() != data.type()) {
      throw new IllegalArgumentException(
          "the plan is for %s %s; %s holds %s %s"
              .formatted(plan.type(), plan.shape(), data.file(), data.type(), data.shape()));
    }
    places = Collections.unmodifiableList(new ArrayList<>(places));
  }

  /// The bytes of all parts that are wanted.
  long bytes() {
    return plan.parts().stream().filter(Part::isWanted).mapToLong(Part::bytes).sum();
  }
}
