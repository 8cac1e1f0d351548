package io.cleave.opencl.fake;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.DeviceParts;
import io.cleave.backend.Region;
import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A user's data and parts on a [FakeSession], and what is to be in the parts.
///
/// @param session what they live on
/// @param plan how they are split
/// @param data random bytes, `dataAt` bytes into their buffer
public record FakeDevice(FakeSession session, SplitPlan plan, Region<FakeMemory> data) {
  public static FakeDevice with(FakeSession session, SplitPlan plan, long dataAt) {
    byte[] bytes = new byte[Math.toIntExact(dataAt + plan.bytes())];
    new Random(1).nextBytes(bytes);
    return new FakeDevice(session, plan, new Region<>(session.usersMemory(bytes), dataAt));
  }

  /// A buffer for each part that the plan wants and that is not empty.
  public List<@Nullable Region<FakeMemory>> separate(long at) {
    List<@Nullable Region<FakeMemory>> parts = new ArrayList<>();
    for (Part part : plan.parts()) {
      parts.add(part.isWanted() && !part.isEmpty() ? region(part, at) : null);
    }
    return parts;
  }

  private Region<FakeMemory> region(Part part, long at) {
    return new Region<>(session.usersMemory(new byte[Math.toIntExact(at + part.bytes())]), at);
  }

  byte[] expected(Part part) {
    MemorySegment bytes = data.memory().bytes.asSlice(data.at(), plan.bytes());
    return NaiveSplit.part(
        bytes, plan.type(), plan.shape(), plan.axis(), part.start(), part.length());
  }

  public void requireSplit(List<@Nullable Region<FakeMemory>> parts) {
    for (Part part : plan.parts()) {
      Region<FakeMemory> region = parts.get(part.index());
      if (region != null) {
        MemorySegment bytes = region.memory().bytes.asSlice(region.at(), part.bytes());
        requireSplit(part, bytes);
      }
    }
  }

  public void requireSplit(DeviceParts<FakeMemory> parts) {
    for (Part part : plan.parts()) {
      if (part.isWanted() && !part.isEmpty()) {
        requireSplit(part, Objects.requireNonNull(parts.parts().get(part.index())).bytes);
      } else {
        assertThat(parts.parts().get(part.index())).isNull();
      }
    }
  }

  private void requireSplit(Part part, MemorySegment bytes) {
    assertThat(bytes.toArray(ValueLayout.JAVA_BYTE)).as("%s", part).isEqualTo(expected(part));
  }
}
