package io.cleave.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import io.cleave.plan.StackedPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Closing what is in use: it is refused, whatever the use is, and nothing is given back until it
/// is over.
@Timeout(60)
class RacingCloseTest extends RacingFixture {
  private static final StackedPlan STACK = StackedPlan.joined(TINY, 1);
  private static final Tensor DATA =
      new Tensor(TINY.shape(), ElementType.U8, Arena.ofAuto().allocate(TINY.bytes()));
  private static final SplitPlan STRINGS =
      SplitPlan.byLengths(Shape.of(1), ElementType.STRING, 0, 1);

  /// Something that a splitter is asked for.
  ///
  /// @param name for reports
  record Use(String name, Consumer<Splitter> use) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Use> uses() {
    return List.of(
        new Use("split", splitter -> splitter.split(TINY, DATA.data(), List.of())),
        new Use("split a tensor", splitter -> splitter.split(TINY, DATA, Arena.ofAuto())),
        new Use("stack", splitter -> splitter.split(STACK, DATA.data(), MemorySegment.NULL)),
        new Use("stack a tensor", splitter -> splitter.split(STACK, DATA, Arena.ofAuto())),
        new Use("split strings", splitter -> splitter.split(STRINGS, new String[1])),
        new Use(
            "split strings into",
            splitter ->
                splitter.split(
                    STRINGS, new String[1], List.<String @Nullable []>of(new String[1]))),
        new Use("view", splitter -> splitter.view(TINY, DATA)),
        new Use("explain", splitter -> splitter.explain(TINY)),
        new Use("explain a stack", splitter -> splitter.explain(STACK)));
  }

  private final CountDownLatch inside = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger releases = new AtomicInteger();
  @AutoClose private final ExecutorService user = Executors.newSingleThreadExecutor();

  /// Whatever it is asked for, it takes its time.
  private Splitter slow() {
    return (Splitter)
        Proxy.newProxyInstance(
            Splitter.class.getClassLoader(),
            new Class<?>[] {Splitter.class},
            (_, _, _) -> {
              inside.countDown();
              end.await();
              return null;
            });
  }

  @AfterEach
  void endTheCall() {
    end.countDown();
  }

  private RacingSplitter open(Splitter expected) {
    return new RacingSplitter(
        new TestField(List.of(first)), expected, book, Choosing.FIXED, releases::incrementAndGet);
  }

  @ParameterizedTest
  @MethodSource("uses")
  void whatIsInUseIsNotClosed(Use use) throws Exception {
    RacingSplitter splitter = open(slow());
    Future<?> call = user.submit(() -> use.use().accept(splitter));
    inside.await();
    assertThatIllegalStateException()
        .isThrownBy(splitter::close)
        .withMessage("the splitter is in use by 1 call; close it when they have returned");
    assertThat(releases).hasValue(0);
    end.countDown();
    call.get();
    splitter.close();
    splitter.close();
    assertThat(releases).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource("uses")
  void whatIsClosedIsNotUsed(Use use) {
    RacingSplitter splitter = open(slow());
    splitter.close();
    end.countDown();
    assertThatIllegalStateException()
        .isThrownBy(() -> use.use().accept(splitter))
        .withMessage("the splitter is closed; open another one");
  }

  @Test
  void noUseIsForgotten() {
    Stream<String> uses =
        Arrays.stream(Splitter.class.getMethods())
            .map(Method::getName)
            .filter(name -> !List.of("close", "device").contains(name));
    assertThat(uses).hasSameSizeAs(uses());
  }
}
