package io.cleave.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.Region;
import io.cleave.backend.RouteName;
import io.cleave.opencl.fake.FakeDevice;
import io.cleave.opencl.fake.FakeEvent;
import io.cleave.opencl.fake.FakeMemory;
import io.cleave.opencl.fake.FakeSession;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a splitter on the user's queue takes, waits for and leaves behind.
class QueueSplitterTest extends QueueFixture {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void hasItsTablesAtOnce(long seed) {
    FakeSession odd = FakeSession.outOfOrder(seed);
    try (QueueSplitter<FakeMemory, FakeEvent> fused = new QueueSplitter<>(odd, RouteName.FUSED)) {
      FakeDevice device = FakeDevice.with(odd, PLAN, 1);
      List<@Nullable Region<FakeMemory>> parts = device.separate(2);
      FakeEvent done = fused.enqueue(PLAN, device.data(), parts, List.of());
      odd.await(done);
      odd.release(done);
      device.requireSplit(parts);
    }
    assertThat(odd.live()).isZero();
  }

  @Test
  void freesTheBufferOfAllPartsWhenTheyAreClosed() {
    var before = session.live();
    splitter.allocate(PLAN).close();
    assertThat(session.live()).isEqualTo(before);
  }

  @Test
  void explainsWhatItDoes() {
    assertThat(splitter.explain(PLAN).steps()).isNotEmpty();
    assertThat(session.compiler().built()).as("nothing is compiled for that").isZero();
  }
}
