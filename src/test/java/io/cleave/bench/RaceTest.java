package io.cleave.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cleave.Devices;
import io.cleave.backend.Binding;
import io.cleave.backend.OpenClException;
import io.cleave.backend.RouteName;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RaceTest {
  private static final Effort SHORT = Effort.of(Duration.ZERO, 3);

  private final OutputPool pool = new OutputPool();
  private final List<String> closed = new ArrayList<>();

  private static Subject subject(ElementType type) {
    return new Subject("own", "", SplitPlan.byLengths(Shape.of(50, 11), type, 1, 4, 6, 1));
  }

  private Heat race(Subject subject, Contender... contenders) {
    List<Entrant> entrants = new ArrayList<>();
    entrants.add(new Entrant(Role.COPY, new PlainCopy(1, pool)));
    entrants.add(new Entrant(Role.COPY, new PlainCopy(2, pool)));
    for (Contender contender : contenders) {
      entrants.add(new Entrant(Role.SPLITTER, contender));
    }
    return new Race(entrants, pool, SHORT).run(subject);
  }

  private Contender cpu() {
    return new SplitterContender(Devices.cpu(), Binding.AUTO, RouteName.AUTO, pool);
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "U8", "U4", "U1", "U3"})
  void measuresWhoAnswersRight(ElementType type) {
    Heat heat = race(subject(type), cpu());
    assertThat(heat.absences()).isEmpty();
    assertThat(heat.measurements()).hasSize(3);
    assertThat(heat.measurements()).allMatch(one -> one.seconds() > 0 && one.seconds() < 1);
    assertThat(heat.best(Role.SPLITTER).orElseThrow().label().device()).isEqualTo("cpu");
    assertThat(heat.best(Role.PEER)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "F16", "I64", "U8", "U4", "U1", "U3"})
  void measuresArrays(ElementType type) {
    Subject subject = subject(type);
    Witness witness = new Witness();
    Heat heat = race(new Subject("own", "", subject.plan(), MemoryKind.HEAP), cpu(), witness);
    assertThat(heat.absences()).isEmpty();
    assertThat(heat.measurements()).hasSize(4);
    Object array = witness.data.heapBase().orElseThrow();
    assertThat(array.getClass())
        .isEqualTo(
            switch (type) {
              case F32 -> float[].class;
              case F16 -> short[].class;
              case I64 -> long[].class;
              default -> byte[].class;
            });
    assertThat(witness.data.byteSize()).isEqualTo(subject.plan().bytes());
  }

  @Test
  void givesPeersNativeMemory() {
    Witness witness = new Witness();
    Subject subject = subject(ElementType.F32);
    new Race(List.of(new Entrant(Role.PEER, witness)), pool, SHORT)
        .run(new Subject("own", "", subject.plan(), MemoryKind.HEAP));
    assertThat(witness.data.isNative()).isTrue();
  }

  @Test
  void asksNobodyForPartsThatAreNotWanted() {
    Subject all = subject(ElementType.U8);
    Heat heat = race(new Subject("own", "", all.plan().only(1)), cpu());
    assertThat(heat.absences()).isEmpty();
    assertThat(heat.measurements()).hasSize(3);
  }

  @Test
  void givesThoseTimeToSettleWhoChoose() {
    Witness witness = new Witness();
    // So long that a turn is one call.
    witness.pause = 1_000_000;
    race(subject(ElementType.U8), witness);
    assertThat(witness.calls).isLessThan(60);
    new Race(List.of(new Entrant(Role.CHOICE, witness)), pool, SHORT).run(subject(ElementType.U8));
    assertThat(witness.calls).isGreaterThan(60);
  }

  /// A peer may fail as it likes; one of this library would be broken.
  @Test
  void goesOnWhenAPeerFails() {
    Contender broken =
        new Witness() {
          @Override
          public Run prepare(SplitPlan plan, MemorySegment data) {
            throw new IllegalStateException("no");
          }
        };
    Race race = new Race(List.of(new Entrant(Role.PEER, broken)), pool, SHORT);
    assertThat(race.run(subject(ElementType.U8)).absences())
        .containsExactly(new Absence(broken.label(), "no", false));
    assertThatThrownBy(() -> race(subject(ElementType.U8), broken)).hasMessage("no");
  }

  @Test
  void saysWhatWasChosen() {
    List<Entrant> entrants = List.of(new Lineup(pool).usual());
    List<Entrant> twice = new ArrayList<>(entrants);
    twice.addAll(Lineup.again(entrants, 1));
    Heat heat = new Race(twice, pool, SHORT).run(subject(ElementType.U8));
    assertThat(heat.measurements())
        .extracting(one -> one.label().toString())
        .containsExactly("default", "default #2");
    assertThat(heat.measurements()).extracting(Measurement::way).doesNotContain("");
  }

  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "U8", "U4", "U1", "U3"})
  void dismissesWhoseLastBitIsWrong(ElementType type) {
    Heat heat = race(subject(type), new Spoiler());
    assertThat(heat.hasWrongAnswer()).isTrue();
    assertThat(heat.absences())
        .singleElement()
        .isEqualTo(new Absence(new Label("spoiler", "", ""), "part 2 is wrong in row 49", true));
    assertThat(heat.measurements()).hasSize(2);
    assertThat(closed).containsExactly("spoiler");
  }

  /// Memory still holds what the one before wrote; that is no answer.
  @Test
  void dismissesWhoDoesNothing() {
    Heat heat = race(subject(ElementType.U8), cpu(), new Sleeper());
    assertThat(heat.absences())
        .singleElement()
        .isEqualTo(new Absence(new Label("sleeper", "", ""), "part 0 is wrong in row 0", true));
  }

  @Test
  void namesWhoCannotTakePart() {
    Heat heat = race(subject(ElementType.U8), new Refuser(), new Failure(), cpu());
    assertThat(heat.hasWrongAnswer()).isFalse();
    assertThat(heat.absences())
        .containsExactly(
            new Absence(new Label("refuser", "", ""), "no u8 here", false),
            new Absence(
                new Label("failure", "", ""),
                String.valueOf(new OpenClException("clCreateBuffer", -61, "a test").getMessage()),
                false));
    assertThat(heat.measurements()).hasSize(3);
  }

  /// Splits as the twin does, and remembers what it was given.
  private class Witness implements Contender {
    private MemorySegment data = MemorySegment.NULL;
    private int calls;
    private long pause;

    @Override
    public Label label() {
      return new Label("witness", "", "");
    }

    @Override
    public Run prepare(SplitPlan plan, MemorySegment given) {
      data = given;
      Run right = cpu().prepare(plan, given);
      return new Run() {
        @Override
        public void once() {
          calls++;
          LockSupport.parkNanos(pause);
          right.once();
        }

        @Override
        public MemorySegment part(int index) {
          return right.part(index);
        }

        @Override
        public void close() {
          right.close();
        }
      };
    }
  }

  /// Splits as the twin does, then flips the last bit.
  @ParameterizedTest
  @EnumSource(
      value = ElementType.class,
      names = {"F32", "U8", "U4", "U1", "U16"})
  void convertedPartsAreCheckedToo(ElementType type) {
    SplitPlan plan =
        subject(type).plan().converted(Conversion.to(ElementType.F16).scale(1, 2, 3).bias(0.5f));
    Subject subject = new Subject("own", "", plan, MemoryKind.HEAP);
    Heat heat = race(subject, cpu(), new Spoiler());
    assertThat(heat.best(Role.SPLITTER).orElseThrow().label().device()).isEqualTo("cpu");
    assertThat(heat.absences())
        .containsExactly(
            new Absence(new Label("spoiler", "", ""), "part 2 is wrong in element 49", true));
  }

  private class Spoiler implements Contender {
    @Override
    public Label label() {
      return new Label("spoiler", "", "");
    }

    @Override
    public Run prepare(SplitPlan plan, MemorySegment data) {
      Run right = cpu().prepare(plan, data);
      return new Run() {
        @Override
        public void once() {
          right.once();
          MemorySegment last = right.part(2);
          // The highest bit of the last byte may be padding; the part's last bit never is.
          int bit = (int) ((plan.part(2).size() - 1) % 8);
          int order = plan.type().name().equals("U1") ? 7 - bit : bit;
          long end = last.byteSize() - 1;
          byte spoilt = (byte) (last.get(ValueLayout.JAVA_BYTE, end) ^ (1 << order));
          last.set(ValueLayout.JAVA_BYTE, end, spoilt);
        }

        @Override
        public MemorySegment part(int index) {
          return right.part(index);
        }

        @Override
        public void close() {
          closed.add("spoiler");
          right.close();
        }
      };
    }
  }

  private final class Sleeper extends Spoiler {
    @Override
    public Label label() {
      return new Label("sleeper", "", "");
    }

    @Override
    public Run prepare(SplitPlan plan, MemorySegment data) {
      Run run = super.prepare(plan, data);
      return new Run() {
        @Override
        public void once() {}

        @Override
        public MemorySegment part(int index) {
          return run.part(index);
        }

        @Override
        public void close() {
          run.close();
        }
      };
    }
  }
}
