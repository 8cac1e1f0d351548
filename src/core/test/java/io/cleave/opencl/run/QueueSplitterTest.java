package io.cleave.opencl.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.lwjgl.opencl.CL10.CL_MEM_USE_HOST_PTR;

import io.cleave.Route;
import io.cleave.opencl.Region;
import io.cleave.plan.Conversion;
import io.cleave.plan.Cut;
import io.cleave.plan.ElementType;
import io.cleave.plan.Layout;
import io.cleave.plan.Part;
import io.cleave.plan.SplitPlan;
import io.cleave.spi.SplitCheck;
import io.cleave.spi.StridedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jocl.cl_event;
import org.jocl.cl_mem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Splitters on the user's own queue, through both bindings. What kernels do is the same through
/// each, so they are tried through one.
class QueueSplitterTest {

  private static final SplitPlan ROWS =
      SplitPlan.of(Layout.of(ElementType.F32, 61, 10, 3), 1, Cut.byLengths(3, 0, 6, 1));

  private static final SplitPlan PIECES =
      SplitPlan.of(Layout.of(ElementType.F16, 1, 60, 5), 1, Cut.byLengths(20, 1, 39));

  private static final SplitPlan BITS =
      SplitPlan.of(Layout.of(ElementType.U4, 40, 11), 1, Cut.byLengths(4, 7));

  /// A multiple of what any device demands of a sub-buffer's origin.
  private static final int ORIGIN = 4096;

  /// More plans than a splitter keeps.
  private static final int MANY = 300;

  /// A user's device for each test, and a splitter on its queue. Afterwards the splitter holds no
  /// reference to what is the user's.
  ///
  /// @param <M> the binding's memory handle
  /// @param <E> the binding's event handle
  @Tag("device")
  @Timeout(120)
  abstract static class Through<M, E> {
    static final byte POISON = (byte) 0xA5;

    UserDevice<M, E> user;
    QueueSplitter<M, E> splitter;
    private final List<M> buffers = new ArrayList<>();

    /// A context and a queue.
    protected abstract UserDevice<M, E> open(boolean outOfOrder);

    @BeforeEach
    void begin() {
      use(true, Route.AUTO);
    }

    /// Replaces queue and splitter.
    final void use(boolean outOfOrder, Route route) {
      end();
      user = open(outOfOrder);
      splitter = user.borrow(route);
    }

    @AfterEach
    final void end() {
      if (user != null) {
        splitter.close();
        user.finish();
        for (M buffer : buffers.reversed()) {
          UserDevice.requireInTheEnd("references to a buffer", () -> user.references(buffer), 1);
          user.free(buffer);
        }
        buffers.clear();
        user.requireOnlyOwn();
        user.close();
        user = null;
      }
    }

    final M buffer(byte[] content) {
      return kept(user.buffer(content));
    }

    final M kept(M buffer) {
      buffers.add(buffer);
      return buffer;
    }

    final M poisoned(long bytes) {
      byte[] content = new byte[Math.toIntExact(bytes)];
      Arrays.fill(content, POISON);
      return buffer(content);
    }

    static byte[] random(long bytes) {
      byte[] content = new byte[Math.toIntExact(bytes)];
      new Random(bytes).nextBytes(content);
      return content;
    }

    /// A buffer for each part; no buffer is empty.
    final List<M> separate(SplitPlan plan) {
      List<M> parts = new ArrayList<>();
      plan.parts().forEach(part -> parts.add(poisoned(Math.max(1, part.bytes()))));
      return parts;
    }

    /// Queues a split of whole buffers.
    final E submit(SplitPlan plan, M data, List<M> parts, List<E> after) {
      return splitter.submit(plan, Region.of(data), places(parts), after);
    }

    static <M> List<Region<M>> places(List<M> parts) {
      return parts.stream().map(Region::of).toList();
    }

    final void finish(E event) {
      user.await(event);
      assertThat(user.status(event)).isZero();
      user.release(event);
    }

    final void requireSplit(SplitPlan plan, byte[] data, List<M> parts) {
      for (Part part : plan.parts()) {
        M memory = parts.get(part.index());
        if (!part.isEmpty()) {
          assertThat(user.read(memory, 0, Math.toIntExact(part.bytes())))
              .as("%s", part)
              .isEqualTo(SplitCheck.expected(part, plan, MemorySegment.ofArray(data)));
        }
      }
    }

    /// Splits into a buffer for each part, into one buffer for all, and between odd places.
    final void splits(SplitPlan plan) {
      splitsSeparately(plan);
      byte[] data = random(plan.data().bytes());
      MemorySegment whole = MemorySegment.ofArray(data);
      IntFunction<byte[]> expected = i -> SplitCheck.expected(plan.part(i), plan, whole);
      splitsIntoOneBuffer(plan, data, expected, 0, 64);
      splitsIntoOneBuffer(plan, data, expected, 13, 7);
    }

    final void splitsSeparately(SplitPlan plan) {
      byte[] data = random(plan.data().bytes());
      List<M> parts = separate(plan);
      finish(submit(plan, buffer(data), parts, List.of()));
      requireSplit(plan, data, parts);
    }

    /// Splits between odd places of two buffers.
    final void splits(StridedPlan strided) {
      MemorySegment window = strided.content(new Random(7));
      byte[] data = window.toArray(ValueLayout.JAVA_BYTE);
      splitsIntoOneBuffer(strided.plan(), data, part -> strided.expected(part, window), 13, 7);
    }

    /// Writes the parts and nothing around them.
    ///
    /// @param from the byte where the data begins
    /// @param multiple where parts begin
    private void splitsIntoOneBuffer(
        SplitPlan plan, byte[] data, IntFunction<byte[]> expected, int from, int multiple) {
      byte[] content = new byte[data.length + from];
      System.arraycopy(data, 0, content, from, data.length);
      long bytes = plan.parts().stream().mapToLong(part -> part.bytes() + multiple + 7).sum();
      byte[] target = new byte[Math.toIntExact(bytes + multiple)];
      Arrays.fill(target, POISON);
      M shared = buffer(target);
      List<Region<M>> parts = new ArrayList<>();
      int at = multiple;
      for (Part part : plan.parts()) {
        parts.add(new Region<>(shared, at));
        byte[] one = expected.apply(part.index());
        System.arraycopy(one, 0, target, at, one.length);
        at = Math.ceilDiv(at + one.length + part.index() % 7, multiple) * multiple;
      }
      finish(splitter.submit(plan, new Region<>(buffer(content), from), parts, List.of()));
      assertThat(user.read(shared, 0, target.length)).as("%s", plan).isEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource({"true, PER_PART", "false, AUTO"})
    void splitsOnEveryQueue(boolean outOfOrder, Route route) {
      use(outOfOrder, route);
      plans().forEach(this::splits);
    }

    static List<SplitPlan> plans() {
      double[] scale = {2, 1, 0.25f, -1};
      SplitPlan rows =
          SplitPlan.of(Layout.of(ElementType.U8, 61, 10, 3), 1, Cut.byLengths(3, 0, 6, 1))
              .converted(Conversion.to(ElementType.F32).scaled(scale, new double[1]));
      SplitPlan bits =
          SplitPlan.of(Layout.of(ElementType.U3, 61, 11), 1, Cut.byLengths(3, 7, 1))
              .converted(Conversion.to(ElementType.F16));
      return List.of(ROWS, rows, bits, ROWS.only(3, 0), PIECES);
    }

    @Test
    void splitsBetweenSubBuffersOfOneBuffer() {
      int bytes = Math.toIntExact(ROWS.data().bytes());
      byte[] content = random(8 * ORIGIN + bytes);
      M whole = buffer(content);
      List<M> parts = new ArrayList<>();
      for (int part = 0; part < 4; part++) {
        long size = Math.max(1, ROWS.part(part).bytes());
        parts.add(kept(user.subBuffer(whole, (1L + 2L * part) * ORIGIN, size)));
      }
      M source = kept(user.subBuffer(whole, 8 * ORIGIN, bytes));
      finish(submit(ROWS, source, parts, List.of()));
      requireSplit(ROWS, Arrays.copyOfRange(content, 8 * ORIGIN, content.length), parts);
    }

    @Test
    void hasAnEventAlsoWhereNothingIsMoved() {
      SplitPlan empty = SplitPlan.of(Layout.of(ElementType.F32, 0, 3), 1, Cut.byLengths(1, 2));
      finish(submit(empty, buffer(new byte[1]), separate(empty), List.of()));
      E gate = user.gate();
      M data = buffer(random(ROWS.data().bytes()));
      E done = submit(ROWS.only(), data, List.of(), List.of(gate));
      user.flush();
      assertThat(user.status(done)).isPositive();
      user.open(gate, 0);
      finish(done);
      user.release(gate);
    }

    /// Producer, split and consumers are ordered by events alone. Events outlive the splitter.
    @ParameterizedTest
    @CsvSource({"true, AUTO", "true, PER_PART", "false, PER_PART"})
    void isOneOfAChainOfCommands(boolean outOfOrder, Route route) throws InterruptedException {
      use(outOfOrder, route);
      byte[] data = random(ROWS.data().bytes());
      M staged = poisoned(data.length);
      E gate = user.gate();
      E produced = user.copy(buffer(data), staged, data.length, List.of(gate));
      List<M> parts = separate(ROWS);
      E split = submit(ROWS, staged, parts, Collections.nCopies(10_000, produced));
      List<E> consumed = new ArrayList<>();
      List<M> copies = new ArrayList<>();
      for (M part : parts) {
        int bytes = Math.toIntExact(Math.max(1, ROWS.part(copies.size()).bytes()));
        copies.add(poisoned(bytes));
        consumed.add(user.copy(part, copies.getLast(), bytes, List.of(split)));
      }
      user.flush();
      Thread.sleep(100);
      assertThat(user.status(split)).as("before the gate opens").isPositive();
      if (outOfOrder) {
        assertThat(user.read(parts.getFirst(), 0, 8)).containsOnly(POISON);
      }
      splitter.close();
      user.open(gate, 0);
      consumed.forEach(this::finish);
      List.of(split, produced, gate).forEach(user::release);
      requireSplit(ROWS, data, copies);
    }

    /// The split waits for an event, or stands behind a command of an in-order queue.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failsWithTheUsersCommands(boolean outOfOrder) {
      assumeFalse(
          PlatformUnderTest.NAME.startsWith("Intel"),
          "Intel's driver, 2026.2.0, ends the process in clFinish once a user's event has failed");
      use(outOfOrder, Route.FUSED);
      byte[] data = random(ROWS.data().bytes());
      M source = buffer(data);
      List<M> parts = separate(ROWS);
      E gate = user.gate();
      E copied = user.copy(buffer(new byte[4]), buffer(new byte[4]), 4, List.of(gate));
      E done = submit(ROWS, source, parts, outOfOrder ? List.of(gate) : List.of());
      user.open(gate, -5);
      user.await(done);
      user.await(copied);
      if (outOfOrder) {
        assertThat(user.status(done)).isNegative();
      }
      List.of(gate, copied, done).forEach(user::release);
      finish(submit(ROWS, source, parts, List.of()));
      requireSplit(ROWS, data, parts);
    }

    /// On an in-order queue whose first command waits for something that the user does next.
    @Test
    void neverWaitsForTheUser() {
      use(false, Route.FUSED);
      E gate = user.gate();
      E copied = user.copy(buffer(new byte[4]), buffer(new byte[4]), 4, List.of(gate));
      byte[] content = random(ROWS.data().bytes() + 4L * MANY);
      M source = buffer(content);
      List<M> queued = separate(ROWS);
      List<M> last = separate(ROWS);
      List<E> events = new ArrayList<>();
      CompletableFuture<Void> returned =
          CompletableFuture.runAsync(
              () -> {
                splitter.enqueue(ROWS, Region.of(source), places(queued));
                for (int i = 0; i < MANY; i++) {
                  Region<M> data = new Region<>(source, 4L * i);
                  events.add(splitter.submit(ROWS, data, places(last), List.of()));
                }
                splitter.close();
              });
      try {
        assertThat(returned).succeedsWithin(30, TimeUnit.SECONDS);
      } finally {
        user.open(gate, 0);
      }
      events.forEach(this::finish);
      List.of(copied, gate).forEach(user::release);
      requireSplit(ROWS, Arrays.copyOf(content, 7320), queued);
      requireSplit(ROWS, Arrays.copyOfRange(content, 4 * (MANY - 1), content.length - 4), last);
    }

    final void refuses(ThrowingCallable call, String message) {
      assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(message);
    }

    final void refuses(SplitPlan plan, Region<M> data, List<Region<M>> parts, String message) {
      refuses(() -> splitter.submit(plan, data, parts, List.of()), message);
    }

    @Test
    void refusesMemoryThatDoesNotFit() {
      Region<M> data = Region.of(buffer(random(ROWS.data().bytes())));
      List<Region<M>> parts = places(separate(ROWS));
      refuses(ROWS, data, parts.subList(1, 4), "the plan has 4 parts; 3 outputs are given");
      refuses(ROWS.without(1), data, parts, "the plan has 3 parts; 4 outputs are given");
      Region<M> small = Region.of(poisoned(7319));
      String rest = "the data takes 7320 bytes from byte 0 on; the buffer has 7319";
      refuses(ROWS, small, parts, rest);
      List<Region<M>> far = new ArrayList<>(parts);
      far.set(0, new Region<>(small.buffer(), Long.MAX_VALUE));
      refuses(ROWS, data, far, "part 0 takes 2196 bytes from byte " + Long.MAX_VALUE);
      far.set(0, Region.of(user.none()));
      refuses(ROWS, data, far, "part 0 is given the null handle; give a buffer");
      refuses(ROWS, far.getFirst(), parts, "the data is given the null handle; give a buffer");
      SplitPlan halves =
          SplitPlan.of(Layout.of(ElementType.U8, 8, 6, 2), 1, Cut.intoEqualParts(2)).stacked(0);
      List<Region<M>> tooSmall = places(List.of(poisoned(95)));
      refuses(halves, data, tooSmall, "part 0 takes 96 bytes from byte 0 on; the buffer has 95");
      refuses(halves, data, List.of(data), "the data and part 0 overlap in one buffer");
      Layout window = Layout.of(ElementType.U8, 4, 10).pitched(0, 16).cropped(1, 2, 6);
      refuses(
          SplitPlan.of(window, 1, Cut.intoEqualParts(2)).stacked(0),
          new Region<>(poisoned(60), 5),
          parts.subList(0, 1),
          "the data takes 56 bytes from byte 5 on; the buffer has 60");
    }

    @Test
    void refusesOverlapThroughSubBuffers() {
      M shared = buffer(random(3L * ORIGIN));
      Region<M> data = Region.of(buffer(random(ROWS.data().bytes())));
      List<Region<M>> parts = new ArrayList<>(places(separate(ROWS)));
      parts.set(0, Region.of(kept(user.subBuffer(shared, ORIGIN, ROWS.part(0).bytes()))));
      String one = " overlap in one buffer; give each memory of its own";
      refuses(ROWS, Region.of(shared), parts, "the data and part 0" + one);
      parts.set(3, Region.of(kept(user.subBuffer(shared, ORIGIN, ROWS.part(3).bytes()))));
      refuses(ROWS, data, parts, "part 0 and part 3" + one);
    }

    @Test
    void refusesWhatIsOfAnotherContext() {
      M data = buffer(random(ROWS.data().bytes()));
      List<M> parts = separate(ROWS);
      try (UserDevice<M, E> other = open(true)) {
        M foreign = other.buffer(random(ROWS.data().bytes()));
        E gate = other.gate();
        refuses(
            () -> submit(ROWS, foreign, parts, List.of()),
            "the data is given a buffer of another context than the queue's");
        for (E event : List.of(gate, user.noEvent())) {
          refuses(
              () -> submit(ROWS, data, parts, List.of(event)),
              "event 0 of those that must come first is of another context");
        }
        other.open(gate, 0);
        other.release(gate);
        other.free(foreign);
      }
    }

    @Test
    void refusesToWorkWhenClosed() {
      M data = buffer(random(ROWS.data().bytes()));
      List<M> parts = separate(ROWS);
      splitter.close();
      assertThatIllegalStateException()
          .isThrownBy(() -> submit(ROWS, data, parts, List.of()))
          .withMessage("the splitter is closed; open another one");
      assertThat(user.read(data, 0, 1)).as("the queue goes on").hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "PER_PART"})
    void servesManyThreads(Route route) throws Exception {
      use(true, route);
      List<Callable<Object>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        SplitPlan plan = i % 2 == 1 ? BITS : ROWS;
        byte[] content = random(plan.data().bytes());
        M data = buffer(content);
        List<M> parts = separate(plan);
        calls.add(
            Executors.callable(
                () -> {
                  for (int n = 0; n < 25; n++) {
                    finish(submit(plan, data, parts, List.of()));
                    requireSplit(plan, content, parts);
                  }
                }));
      }
      try (var threads = Executors.newFixedThreadPool(8)) {
        for (Future<Object> call : threads.invokeAll(calls)) {
          call.get();
        }
      }
    }
  }

  @Nested
  final class ThroughLwjgl extends Through<Long, Long> {
    @Override
    protected UserDevice<Long, Long> open(boolean outOfOrder) {
      return new LwjglUserDevice(outOfOrder);
    }

    @Tag("long")
    @Test
    void splitsAsOnAGpu() {
      end();
      user = open(false);
      splitter = PlatformUnderTest.asAGpu(() -> user.borrow(Route.AUTO));
      assertThat(splitter.device().isGpu()).isTrue();
      plans().subList(0, 2).forEach(this::splits);
      splitsSeparately(plans().get(2));
    }

    @Test
    void copies() {
      use(true, Route.COPIES);
      splits(PIECES);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(names = {"U1", "U3", "U8", "F64"})
    void splitsEveryWidth(ElementType type) {
      for (long rows : new long[] {1, 7}) {
        splits(SplitPlan.of(Layout.of(type, rows, 13), 1, Cut.byLengths(5, 1, 0, 7)));
      }
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {65, 1000})
    void splitsIntoAnyNumberOfParts(int count) {
      long[] lengths = new long[count];
      Arrays.setAll(lengths, i -> i % 5);
      lengths[count - 1] += 4;
      long extent = Arrays.stream(lengths).sum();
      for (ElementType type : List.of(ElementType.U8, ElementType.U3)) {
        splits(SplitPlan.of(Layout.of(type, 9, extent), 1, Cut.byLengths(lengths)));
      }
    }

    @Tag("long")
    @Test
    void splitsWindowsAndStacks() {
      Random random = new Random(5);
      UnaryOperator<SplitPlan> halves = plan -> plan.converted(Conversion.to(ElementType.F16));
      splits(StridedPlan.images(3, 7, 5, 4, true, random, halves));
      splits(StridedPlan.images(3, 7, 5, 4, false, random, halves));
      use(false, Route.AUTO);
      for (int i = 0; i < 20; i++) {
        splits(StridedPlan.of(random, 2000, UnaryOperator.identity()));
      }
    }

    @Test
    void refusesPlansThatNoKernelTakes() {
      SplitPlan strings = SplitPlan.of(Layout.of(ElementType.STRING, 2, 3), 1, Cut.byLengths(1, 2));
      String message = "strings cannot live on a device; split String arrays instead";
      Region<Long> any = Region.of(poisoned(1));
      refuses(strings, any, List.of(any, any), message);
      refuses(() -> splitter.prepare(strings), message);
      refuses(() -> splitter.explain(strings), message);
      use(true, Route.COPIES);
      refuses(() -> splitter.explain(ROWS), "route copies does not fit this plan: ");
    }

    /// Kernels rely on the alignment of buffers.
    @Test
    void refusesHostMemoryThatIsNotAligned() {
      List<Long> parts = separate(ROWS);
      try (Arena arena = Arena.ofConfined()) {
        Long odd = user.buffer(arena.allocate(7336, 128).asSlice(4, 7320), CL_MEM_USE_HOST_PTR);
        refuses(
            () -> submit(ROWS, odd, parts, List.of()),
            "the buffer of the data uses host memory at a multiple of 4 bytes; align it to 16");
        user.free(odd);
        Long even = user.buffer(arena.allocate(7464, 128).asSlice(16, 7448), CL_MEM_USE_HOST_PTR);
        finish(submit(ROWS, even, parts, List.of()));
        Long slice = user.subBuffer(even, 128, 7320);
        finish(submit(ROWS, slice, parts, List.of()));
        List.of(slice, even).forEach(user::free);
      }
    }
  }

  @Nested
  final class ThroughJocl extends Through<cl_mem, cl_event> {
    @Override
    protected UserDevice<cl_mem, cl_event> open(boolean outOfOrder) {
      return new JoclUserDevice(outOfOrder);
    }
  }
}
