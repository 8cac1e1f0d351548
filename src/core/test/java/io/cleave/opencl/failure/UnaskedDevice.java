package io.cleave.opencl.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.choice.Book;
import io.cleave.choice.Choosing;
import io.cleave.choice.RacingSplitter;
import io.cleave.choice.TuningFile;
import io.cleave.choice.TuningFixture;
import io.cleave.conformance.NaiveSplit;
import io.cleave.cpu.CpuSplitter;
import io.cleave.field.HostField;
import io.cleave.opencl.OpenClSplitter;
import io.cleave.opencl.fake.FakeSession;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/// What `Splitters.open()` opens on a machine that has a device in memory.
final class UnaskedDevice implements AutoCloseable {
  /// One row, as the next, too long to be tried before it is split in earnest.
  static final SplitPlan PLAN =
      SplitPlan.byLengths(Shape.of(17 << 20), ElementType.U8, 0, 8 << 20, 1 << 20, 3, -1);

  static final SplitPlan OTHER =
      SplitPlan.byLengths(Shape.of(9 << 20), ElementType.U16, 0, 4 << 20, 5, -1);

  /// Short enough to be tried first.
  static final SplitPlan TRIED =
      SplitPlan.byLengths(Shape.of(4 << 10, 1 << 10), ElementType.U8, 0, 1 << 10, 3 << 10);

  private static final Arena ARENA = Arena.ofAuto();
  private static final Map<SplitPlan, MemorySegment> DATA = new ConcurrentHashMap<>();

  /// Around each part, and never written.
  private static final int GUARD = 64;

  private static final byte POISON = 0x5A;

  final FakeSession session;
  final RacingSplitter splitter;
  private final HostField field;

  UnaskedDevice(boolean sharesMemory, TuningFile records) {
    this(new FakeSession(1, true, sharesMemory), records);
  }

  private UnaskedDevice(FakeSession session, TuningFile records) {
    this.session = session;
    this.field = field(session);
    this.splitter =
        new RacingSplitter(field, field.usual(), new Book(records), Choosing.MEASURE, field::close);
  }

  private static HostField field(FakeSession session) {
    var device = new OpenClSplitter<>(session, CpuSplitter.open(1), RouteName.AUTO);
    HostField field = new HostField(() -> List.of(device));
    field.lookAround();
    return field;
  }

  /// Records that have the device win, for each plan on another route.
  static TuningFile records(Path folder, boolean sharesMemory) throws IOException {
    Map<SplitPlan, Integer> ranks = new LinkedHashMap<>();
    ranks.put(PLAN, 1);
    ranks.put(OTHER, 2);
    try (HostField field = field(new FakeSession(1, true, sharesMemory))) {
      return new TuningFixture(folder).favouring(field, ranks);
    }
  }

  private static MemorySegment random(SplitPlan plan) {
    byte[] bytes = new byte[(int) plan.bytes()];
    new Random(plan.bytes()).nextBytes(bytes);
    return ARENA.allocate(bytes.length, GUARD).copyFrom(MemorySegment.ofArray(bytes));
  }

  /// Random bytes, always the same.
  static MemorySegment data(SplitPlan plan) {
    return DATA.computeIfAbsent(plan, UnaskedDevice::random).asReadOnly();
  }

  /// Splits into new memory, and requires that every byte is right and no other one touched.
  static void split(Splitter splitter, SplitPlan plan) {
    try (Arena arena = Arena.ofShared()) {
      List<MemorySegment> guarded = new ArrayList<>();
      List<MemorySegment> parts = new ArrayList<>();
      for (Part part : plan.parts()) {
        guarded.add(arena.allocate(part.bytes() + 2 * GUARD, GUARD).fill(POISON));
        parts.add(guarded.getLast().asSlice(GUARD, part.bytes()));
      }
      splitter.split(plan, data(plan), parts);
      for (Part part : plan.parts()) {
        requireSplit(plan, part, parts.get(part.index()));
        requireUntouched(guarded.get(part.index()), part.bytes());
      }
    }
  }

  static void requireSplit(SplitPlan plan, Part part, MemorySegment memory) {
    assertThat(memory.mismatch(expected(plan, part))).as("%s", part).isEqualTo(-1);
  }

  private static MemorySegment expected(SplitPlan plan, Part part) {
    MemorySegment data = data(plan);
    if (plan.rows() == 1) {
      return data.asSlice(part.offset(), part.bytes());
    }
    return MemorySegment.ofArray(
        NaiveSplit.part(data, plan.type(), plan.shape(), plan.axis(), part.start(), part.length()));
  }

  private static void requireUntouched(MemorySegment guarded, long bytes) {
    MemorySegment guard = Arena.ofAuto().allocate(GUARD).fill(POISON);
    assertThat(guarded.asSlice(0, GUARD).mismatch(guard)).isEqualTo(-1);
    assertThat(guarded.asSlice(GUARD + bytes, GUARD).mismatch(guard)).isEqualTo(-1);
  }

  /// Splits until the device has been asked for something.
  void splitUntilTheDeviceDoes(SplitPlan plan) {
    int before = session.faults.calls();
    for (int i = 0; session.faults.calls() == before; i++) {
      assertThat(i).as("splits before the device's").isLessThan(1000);
      split(splitter, plan);
    }
  }

  @Override
  public void close() {
    splitter.close();
  }
}
