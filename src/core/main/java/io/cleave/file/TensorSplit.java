package io.cleave.file;

import io.cleave.file.output.OutputFile;
import io.cleave.file.output.Place;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.stored.SwappedContent;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.Stack;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A tensor, how it is split, and where its parts go. An immutable value.
///
/// @param data the tensor
/// @param plan made for the tensor's shape as its users see it
/// @param stack how the parts become one tensor; empty where each is one of its own
/// @param places one for each part, null for one that is not wanted; or one for the stack
record TensorSplit(
    StoredTensor data, SplitPlan plan, Optional<Stack> stack, List<@Nullable Place> places) {
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

  /// The bytes that the splitter gets: as they stand in the file, unless it must know what they
  /// mean.
  Content content() {
    return plan.converts() && !LittleEndian.holds(data.layout())
        ? new SwappedContent(data.content(), data.layout())
        : data.content();
  }

  /// How the bytes are arranged that it makes of them.
  Layout made() {
    return plan.converts() ? data.layout().ofPart(data.shape(), plan.partType()) : data.layout();
  }

  /// What will have been written.
  ///
  /// @param files all files
  List<WrittenPart> written(List<OutputFile> files) {
    List<WrittenPart> written = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      Place place = places.get(i);
      if (place != null) {
        written.add(written(i, files.get(place.file()), place.member()));
      }
    }
    return written;
  }

  private WrittenPart written(int index, OutputFile file, int member) {
    Shape shape = stack.map(way -> way.of(plan).shape()).orElseGet(() -> plan.part(index).shape());
    return new WrittenPart(
        data.file(),
        data.name(),
        index,
        file.path(),
        file.names().get(member),
        plan.partType(),
        shape,
        plan.partType().bytes(shape.volume()));
  }

  /// The bytes of all that is written.
  long bytes() {
    return plan.parts().stream().filter(Part::isWanted).mapToLong(Part::bytes).sum();
  }
}
