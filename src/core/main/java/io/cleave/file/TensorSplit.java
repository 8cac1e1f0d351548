package io.cleave.file;

import io.cleave.file.output.OutputFile;
import io.cleave.file.output.Place;
import io.cleave.file.stored.LittleEndian;
import io.cleave.file.stored.SwappedContent;
import io.cleave.file.tensor.Content;
import io.cleave.file.tensor.Layout;
import io.cleave.file.tensor.StoredTensor;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.util.ArrayList;
import java.util.List;

/// A tensor, how it is split, and where its parts go. An immutable value.
///
/// @param data the tensor
/// @param plan made for the tensor's shape as its users see it
/// @param places one for each part
record TensorSplit(StoredTensor data, SplitPlan plan, List<Place> places) {
  /// Checks that plan and tensor fit each other.
  ///
  /// @throws IllegalArgumentException if they do not
  TensorSplit {
    if (!plan.data().equals(data.plain())) {
      throw new IllegalArgumentException(
          "the plan is for %s; %s holds %s".formatted(plan.data(), data.file(), data.plain()));
    }
    places = List.copyOf(places);
  }

  /// The bytes that the splitter gets: as they stand in the file, unless it must know what they
  /// mean.
  Content content() {
    return plan.conversion().isPresent() && !LittleEndian.holds(data.layout())
        ? new SwappedContent(data.content(), data.layout())
        : data.content();
  }

  /// How the bytes are arranged that it makes of them.
  Layout made() {
    return plan.conversion().isPresent()
        ? data.layout().ofPart(data.shape(), plan.partType())
        : data.layout();
  }

  /// What will have been written.
  ///
  /// @param files all files
  List<WrittenPart> written(List<OutputFile> files) {
    List<WrittenPart> written = new ArrayList<>();
    for (Part part : plan.parts()) {
      Place place = places.get(part.index());
      OutputFile file = files.get(place.file());
      written.add(
          new WrittenPart(
              data.file(),
              data.name(),
              part.index(),
              file.path(),
              file.names().get(place.member()),
              part.type(),
              part.shape(),
              part.bytes()));
    }
    return written;
  }

  /// The bytes of all that is written.
  long bytes() {
    return plan.parts().stream().mapToLong(Part::bytes).sum();
  }
}
