package io.cleave.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.Route;
import io.cleave.opencl.run.QueueSplitter;
import io.cleave.opencl.run.TestSplitters;
import io.cleave.opencl.session.Binding;
import io.cleave.opencl.session.ClSession;
import io.cleave.opencl.session.Place;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Parts in regions of one buffer take one launch, however many they are.
@Tag("device")
class OneLaunchTest {
  private static final SplitPlan PLAN =
      SplitPlan.of(Layout.of(ElementType.U8, 20, 300), 1, Cut.intoEqualParts(150));

  @ParameterizedTest
  @EnumSource(names = {"LWJGL", "JOCL"})
  void splitsIntoRegionsOfOneBuffer(Binding binding) {
    splits(TestSplitters.through(binding));
  }

  private static <M, E> void splits(TestSplitters<M, E> device) {
    ClSession<M, E> session = device.session();
    try (QueueSplitter<M, E> splitter = new QueueSplitter<>(session, Route.FUSED);
        Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocate(PLAN.data().bytes(), 64);
      content.asSlice(2 * 149, 2).fill((byte) 7);
      M data = session.constant(content);
      M packed = session.allocate(PLAN.data().bytes());
      List<Place<M>> together = new ArrayList<>();
      List<Place<M>> apart = new ArrayList<>();
      for (Part part : PLAN.parts()) {
        together.add(new Place<>(packed, part.index() * part.bytes()));
        apart.add(Place.of(session.allocate(part.bytes())));
      }
      device.driver().expect(null);
      E one = splitter.submit(PLAN, Place.of(data), together, List.of());
      assertThat(launches(device)).isEqualTo(1);
      device.driver().expect(null);
      E several = splitter.submit(PLAN, Place.of(data), apart, List.of());
      assertThat(launches(device)).isGreaterThan(1);
      device.driver().expect(null);
      splitter.enqueue(PLAN, Place.of(data), together);
      assertThat(device.driver().calls())
          .as("no event is made")
          .contains("clEnqueueNDRangeKernel")
          .doesNotContain("clReleaseEvent", "clEnqueueMarkerWithWaitList");
      device.driver().calm();
      for (E event : List.of(one, several)) {
        session.await(event, "a split");
        session.release(event);
      }
      MemorySegment last = arena.allocate(2);
      E read = session.read(packed, 149 * PLAN.part(0).bytes(), last, List.of());
      session.await(read, "a transfer");
      session.release(read);
      assertThat(last.mismatch(content.asSlice(2 * 149, 2))).isEqualTo(-1);
      apart.forEach(place -> session.free(place.memory()));
      session.free(packed);
      session.free(data);
    }
  }

  private static int launches(TestSplitters<?, ?> device) {
    return Collections.frequency(device.driver().calls(), "clEnqueueNDRangeKernel");
  }
}
