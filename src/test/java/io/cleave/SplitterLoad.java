package io.cleave;

import io.cleave.backend.Binding;
import io.cleave.backend.Device;
import io.cleave.backend.RandomSplit;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A program that eight threads keep busy on one platform: each opens splitters of its own, one
/// after the other, beside one that all share, through both bindings. So drivers compile in several
/// contexts at once, and make and release them meanwhile. It is a process of its own because what
/// goes wrong ends it.
final class SplitterLoad {
  private static final int THREADS = 8;
  private static final int MAX_ELEMENTS = 20_000;
  private static final List<Binding> BINDINGS = List.of(Binding.LWJGL, Binding.JOCL);
  private static final List<RouteName> ROUTES =
      List.of(RouteName.PER_PART, RouteName.FUSED, RouteName.GPU, RouteName.AUTO);

  private final Device device;
  private final long seed;
  private final long end;

  private SplitterLoad(Device device, long seed, long seconds) {
    this.device = device;
    this.seed = seed;
    this.end = System.nanoTime() + seconds * 1_000_000_000;
  }

  /// Prints how many splits were right.
  ///
  /// @param arguments the platform, the seed, and for how many seconds
  static void main(String[] arguments) throws Exception {
    Device device =
        Devices.all().stream()
            .filter(found -> found.platform().equals(arguments[0]))
            .findFirst()
            .orElseThrow();
    var load = new SplitterLoad(device, Long.parseLong(arguments[1]), Long.parseLong(arguments[2]));
    System.out.println(load.run() + " splits were right");
  }

  private long run() throws Exception {
    List<Callable<Long>> jobs = new ArrayList<>();
    try (Splitter shared = Splitters.open(device, Binding.LWJGL, RouteName.AUTO);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(seed + i);
        jobs.add(() -> work(shared, random));
      }
      long splits = 0;
      for (Future<Long> each : threads.invokeAll(jobs)) {
        splits += each.get();
      }
      return splits;
    }
  }

  private long work(Splitter shared, Random random) {
    long splits = 0;
    while (System.nanoTime() < end) {
      Binding binding = BINDINGS.get(random.nextInt(BINDINGS.size()));
      RouteName route = ROUTES.get(random.nextInt(ROUTES.size()));
      try (Splitter own = Splitters.open(device, binding, route)) {
        for (int i = 0; i < 3 && System.nanoTime() < end; i++) {
          SplitPlan plan = new RandomSplit(random, MAX_ELEMENTS).plan();
          split(own, plan, random);
          split(shared, plan, random);
          splits += 2;
        }
      }
    }
    return splits;
  }

  private void split(Splitter splitter, SplitPlan plan, Random random) {
    try (Arena arena = Arena.ofConfined()) {
      byte[] bytes = new byte[Math.toIntExact(plan.bytes())];
      random.nextBytes(bytes);
      MemorySegment data = arena.allocate(plan.bytes(), 64);
      data.copyFrom(MemorySegment.ofArray(bytes));
      List<MemorySegment> parts =
          plan.parts().stream().map(part -> arena.allocate(part.bytes(), 64)).toList();
      splitter.split(plan, data, parts);
      for (Part part : plan.parts()) {
        requireRight(plan, part, data, parts.get(part.index()));
      }
    }
  }

  private void requireRight(SplitPlan plan, Part part, MemorySegment data, MemorySegment found) {
    byte[] expected =
        NaiveSplit.part(data, plan.type(), plan.shape(), plan.axis(), part.start(), part.length());
    if (!Arrays.equals(found.toArray(ValueLayout.JAVA_BYTE), expected)) {
      throw new AssertionError("seed %d: %s of %s on %s".formatted(seed, part, plan, device));
    }
  }
}
