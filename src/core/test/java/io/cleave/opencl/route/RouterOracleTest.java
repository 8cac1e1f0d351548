package io.cleave.opencl.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.cleave.RandomTest;
import io.cleave.backend.RouteName;
import io.cleave.conformance.NaiveSplit;
import io.cleave.plan.ElementType;
import io.cleave.plan.Part;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// Every byte of every wanted part of random plans is written once, with what the oracle puts
/// there, and nothing else is: by every route, on every kind of device.
class RouterOracleTest {
  private static final List<DeviceInfo> DEVICES =
      List.of(
          RouterDevices.POCL,
          RouterDevices.RUSTICL,
          RouterDevices.NVIDIA,
          RouterDevices.AMD,
          RouterDevices.ACCELERATOR);

  private static final long MOST_BYTES = 100_000;

  @RandomTest(gate = 1, thorough = 50)
  void everyByteOnce(long seed) {
    Random random = new Random(seed);
    Map<RouteName, Integer> taken = new EnumMap<>(RouteName.class);
    for (int i = 0; i < 150; i++) {
      Trial trial = Trial.random(random);
      for (RouteName wish : RouteName.values()) {
        DeviceInfo facts = DEVICES.get(random.nextInt(DEVICES.size()));
        String what =
            "seed %d, %s, %s on %s".formatted(seed, trial, wish, facts.device().platform());
        if (trial.check(facts, wish, what)) {
          taken.merge(wish, 1, Integer::sum);
        }
      }
    }
    assertThat(taken.keySet()).hasSize(RouteName.values().length);
    assertThat(taken.get(RouteName.AUTO)).isEqualTo(150);
  }

  /// A tile that ends at a part's end, a launch that does not take all rows, and runs that are cut.
  @Test
  void sizesThatHurt() {
    for (long rows : new long[] {1, 2, 61, 4096, 4098, 70_000}) {
      for (long[] lengths :
          new long[][] {
            {1}, {1, 1}, {1, 2, 5}, {33, 7, 60}, {16, 48}, {1024, 3}, {17_001, 3}, {2047, 1}
          }) {
        for (ElementType type : List.of(ElementType.U1, ElementType.U4, ElementType.U8)) {
          long extent = Arrays.stream(lengths).sum();
          if (rows * extent > 1_000_000) {
            continue;
          }
          Trial trial = Trial.of(SplitPlan.byLengths(Shape.of(rows, extent), type, 1, lengths));
          for (DeviceInfo facts : DEVICES) {
            for (RouteName wish : List.of(RouteName.AUTO, RouteName.FUSED, RouteName.PER_PART)) {
              assertThat(trial.check(facts, wish, trial + " " + wish)).isTrue();
            }
          }
        }
      }
    }
  }

  /// A plan, where its memory is, and what must come out.
  private static final class Trial {
    private final SplitPlan plan;
    private final Placement placement;
    private final byte[] data;
    private final List<byte[]> expected;
    private final long seed;

    private Trial(
        SplitPlan plan, Placement placement, byte[] data, List<byte[]> expected, long seed) {
      this.plan = plan;
      this.placement = placement;
      this.data = data;
      this.expected = expected;
      this.seed = seed;
    }

    static Trial of(SplitPlan plan) {
      return of(plan, new Placement(0, Placement.Separate.AT_ZERO), 0);
    }

    static Trial of(SplitPlan plan, Placement placement, long seed) {
      int begin = Math.toIntExact(placement.dataAt());
      byte[] data = new byte[begin + Math.toIntExact(plan.bytes()) + (int) (seed & 31)];
      new Random(seed).nextBytes(data);
      MemorySegment tensor = MemorySegment.ofArray(data).asSlice(begin, plan.bytes());
      NaiveSplit oracle = new NaiveSplit(plan.shape(), plan.axis(), plan.lengths());
      return new Trial(plan, placement, data, oracle.split(tensor, plan.type()), seed);
    }

    static Trial random(Random random) {
      SplitPlan plan = RandomPlans.next(random, MOST_BYTES);
      return of(plan, placement(plan, random), random.nextLong());
    }

    private static Placement placement(SplitPlan plan, Random random) {
      long dataAt = pick(random, 0, 0, 0, 128, 1, 2, 3, 4, 8, 12, 16, 33);
      List<Long> ats = new ArrayList<>();
      if (random.nextBoolean()) {
        long pad = pick(random, 128, 128, 512, 1, 16);
        long at = pick(random, 0, 0, 128, 1, 5, 64);
        for (Part part : plan.parts()) {
          at = Math.ceilDiv(at, pad) * pad;
          ats.add(at);
          at += part.isWanted() ? part.bytes() : 0;
        }
        return new Placement(dataAt, new Placement.Packed(ats));
      }
      if (random.nextInt(3) == 0) {
        return new Placement(dataAt, new Placement.Addressed());
      }
      for (int i = 0; i < plan.partCount() && random.nextInt(3) > 0; i++) {
        ats.add(pick(random, 0, 0, 0, 64, 128, 1, 3, 8, 17));
      }
      boolean all = ats.size() == plan.partCount();
      return new Placement(dataAt, new Placement.Separate(all ? ats : List.of()));
    }

    private static long pick(Random random, long... values) {
      return values[random.nextInt(values.length)];
    }

    /// Whether the route fits; fails if it fits and does something wrong.
    boolean check(DeviceInfo facts, RouteName wish, String what) {
      Routing routing;
      try {
        routing = new Router(facts).route(plan, placement, wish);
      } catch (IllegalArgumentException e) {
        assertThat(wish).as(what).isIn(RouteName.COPIES, RouteName.COMPILED, RouteName.STREAMED);
        assertThat(e).hasMessageStartingWith("route " + wish + " does not fit this plan: ");
        return false;
      }
      try {
        carryOut(facts, routing);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(what + "\n" + routing.describe(), e);
      }
      return true;
    }

    private void carryOut(DeviceInfo facts, Routing routing) {
      Random random = new Random(seed);
      long dataAddress = address(random);
      IntFunction<RouterCanvas> canvases = canvases(random);
      RouterSimulation device = new RouterSimulation(facts, data, dataAddress, canvases);
      routing.launches().forEach(device::run);
      for (Part part : plan.parts()) {
        if (part.isWanted() && !part.isEmpty()) {
          byte[] expectedPart = expected.get(part.index());
          RouterCanvas canvas = canvases.apply(part.index());
          long at = placement.target().at(part.index());
          assertThat(canvas.take(at, expectedPart.length)).isEqualTo(expectedPart);
        }
      }
      for (Part part : plan.parts()) {
        canvases.apply(part.index()).checkRest();
      }
    }

    /// An address as unfavourable as the placement allows.
    private static long address(Random random) {
      return Placement.ALIGNMENT * (1 + random.nextInt(8));
    }

    private IntFunction<RouterCanvas> canvases(Random random) {
      List<RouterCanvas> canvases = new ArrayList<>();
      for (Part part : plan.parts()) {
        if (placement.target() instanceof Placement.Packed && part.index() > 0) {
          canvases.add(canvases.getFirst());
        } else {
          canvases.add(new RouterCanvas(size(part), address(random)));
        }
      }
      return canvases::get;
    }

    private int size(Part part) {
      if (placement.target() instanceof Placement.Packed packed) {
        long last = packed.ats().getLast() + plan.part(plan.partCount() - 1).bytes();
        return Math.toIntExact(last + 8);
      }
      return Math.toIntExact(placement.target().at(part.index()) + part.bytes() + 8);
    }

    @Override
    public String toString() {
      return "%s, data at %d, %s".formatted(plan, placement.dataAt(), placement.target());
    }
  }
}
