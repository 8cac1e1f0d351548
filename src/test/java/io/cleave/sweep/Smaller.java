package io.cleave.sweep;

import io.cleave.backend.Example;
import io.cleave.backend.RandomStack;
import io.cleave.backend.SplitExample;
import io.cleave.backend.Spot;
import io.cleave.backend.StackExample;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Examples with less in them than another: of smaller plans, in simpler memory, of simpler data.
final class Smaller {
  /// With more data than this, its bytes are not made simpler one by one.
  private static final long FEW_BYTES = 256;

  private static final Optional<Spot> PLAIN = Optional.of(Spot.PLAIN);

  private Smaller() {}

  /// Examples that are smaller than one, those first that are much smaller.
  static Stream<Example> than(Example example) {
    return switch (example) {
      case SplitExample split -> than(split);
      case StackExample stack -> than(stack);
    };
  }

  private static Stream<Example> than(SplitExample one) {
    Stream<Example> plans =
        SmallerPlan.than(one.plan())
            .map(
                smaller ->
                    new SplitExample(
                        smaller.plan(),
                        one.content().asSlice(0, smaller.plan().bytes()),
                        one.data(),
                        one.isReadOnly(),
                        smaller.of(one.outputs())));
    Stream<Example> memory =
        Stream.concat(
                simpler(one)
                    .map(
                        outputs ->
                            new SplitExample(
                                one.plan(), one.content(), one.data(), one.isReadOnly(), outputs)),
                Stream.of(
                    new SplitExample(one.plan(), one.content(), Spot.PLAIN, false, one.outputs())))
            .filter(other -> !other.equals(one))
            .map(other -> other);
    Stream<Example> contents =
        simpler(one.content())
            .map(
                content ->
                    new SplitExample(
                        one.plan(), content, one.data(), one.isReadOnly(), one.outputs()));
    return Stream.of(plans, memory, contents).flatMap(way -> way);
  }

  private static Stream<Example> than(StackExample one) {
    RandomStack stack = one.stack();
    Stream<Example> plans =
        SmallerPlan.than(stack.plan())
            .map(
                smaller ->
                    new RandomStack(
                        smaller.plan(), order(stack, smaller), stack.axis(), stack.isJoined()))
            .flatMap(smaller -> possible(() -> stacked(one, smaller)));
    Stream<Example> orders =
        stack.order().stream()
            .map(
                left -> {
                  List<Integer> order =
                      stack.order().stream().filter(part -> !part.equals(left)).toList();
                  return new RandomStack(stack.plan(), order, stack.axis(), stack.isJoined());
                })
            .flatMap(smaller -> possible(() -> stacked(one, smaller)));
    Stream<Example> memory =
        Stream.of(new StackExample(stack, one.content(), Spot.PLAIN, Spot.PLAIN));
    Stream<Example> contents =
        simpler(one.content())
            .map(content -> new StackExample(stack, content, one.data(), one.result()));
    return Stream.of(plans, orders, memory.filter(other -> !other.equals(one)), contents)
        .flatMap(way -> way);
  }

  private static List<Integer> order(RandomStack stack, SmallerPlan smaller) {
    return stack.order().stream().map(smaller.kept()::indexOf).filter(part -> part >= 0).toList();
  }

  private static Example stacked(StackExample one, RandomStack smaller) {
    // No order means all parts, and what is expected knows parts that are alike alone.
    boolean alike = LongStream.of(smaller.plan().lengths()).distinct().count() == 1;
    if (smaller.order().isEmpty() || !alike) {
      throw new IllegalArgumentException("a stack of another kind");
    }
    // Fails if there is no such tensor.
    smaller.stacked();
    MemorySegment content = one.content().asSlice(0, smaller.plan().bytes());
    return new StackExample(smaller, content, one.data(), one.result());
  }

  private static Stream<Example> possible(Supplier<Example> example) {
    try {
      return Stream.of(example.get());
    } catch (IllegalArgumentException _) {
      return Stream.of();
    }
  }

  /// Outputs in simple memory: all of them, or one; and without one.
  private static Stream<List<Optional<Spot>>> simpler(SplitExample one) {
    List<Optional<Spot>> outputs = one.outputs();
    List<Optional<Spot>> plain = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      plain.add(one.plan().part(i).isWanted() ? PLAIN : Optional.empty());
    }
    Stream<List<Optional<Spot>>> each =
        IntStream.range(0, outputs.size())
            .filter(i -> outputs.get(i).isPresent() && !outputs.get(i).equals(PLAIN))
            .mapToObj(
                i -> {
                  List<Optional<Spot>> simpler = new ArrayList<>(outputs);
                  simpler.set(i, PLAIN);
                  return simpler;
                });
    return Stream.concat(Stream.of(plain), each);
  }

  /// Zeros, then ever more of them.
  private static Stream<MemorySegment> simpler(MemorySegment content) {
    long bytes = content.byteSize();
    if (content.mismatch(zeroed(content, 0, bytes)) < 0) {
      return Stream.of();
    }
    Stream<MemorySegment> whole = Stream.of(zeroed(content, 0, bytes));
    Stream<MemorySegment> each =
        LongStream.range(0, bytes > FEW_BYTES ? 0 : bytes)
            .filter(at -> content.get(ValueLayout.JAVA_BYTE, at) != 0)
            .mapToObj(at -> zeroed(content, at, 1));
    return Stream.concat(whole, each);
  }

  private static MemorySegment zeroed(MemorySegment content, long at, long bytes) {
    MemorySegment copy = MemorySegment.ofArray(content.toArray(ValueLayout.JAVA_BYTE));
    copy.asSlice(at, bytes).fill((byte) 0);
    return copy;
  }
}
