package io.cleave.sweep;

import io.cleave.backend.Example;
import io.cleave.backend.RouteName;
import io.cleave.backend.Splitter;
import io.cleave.backend.StackExample;
import java.util.Optional;
import java.util.Set;

/// Something that splits.
///
/// @param name which says how
/// @param splitter what splits
/// @param stacks whether it puts parts into one tensor
/// @param maySayNo whether it may refuse plans that do not fit it, as routes do that are asked for
///   by name
public record Way(String name, Splitter splitter, boolean stacks, boolean maySayNo)
    implements AutoCloseable {
  /// Routes that fit whatever there is to split.
  private static final Set<RouteName> ALWAYS =
      Set.of(RouteName.AUTO, RouteName.PER_PART, RouteName.FUSED);

  /// What splits whatever there is.
  static Way always(String name, Splitter splitter) {
    return new Way(name, splitter, true, false);
  }

  /// A route.
  static Way on(RouteName route, String name, Splitter splitter) {
    return new Way(name + " " + route, splitter, true, !ALWAYS.contains(route));
  }

  /// A route of a device that holds little: one that is asked for by name may need more at once.
  static Way bySlabs(RouteName route, String name, Splitter splitter) {
    return new Way(name + " by slabs " + route, splitter, true, route != RouteName.AUTO);
  }

  /// A route from buffer to buffer.
  ///
  /// @param mayRound whether the device may round in a way of its own, and so refuses to convert
  static Way queued(RouteName route, String name, boolean mayRound, Splitter splitter) {
    return new Way(name + " queued " + route, splitter, false, mayRound || !ALWAYS.contains(route));
  }

  /// What moves data to a device and back part by part.
  static Way resident(RouteName route, String name, ResidentWay splitter) {
    return new Way(name + " resident " + route, splitter, false, true);
  }

  /// Why an example is none for it, if it is not. A route that does not fit says so when it is
  /// asked to explain itself.
  Optional<String> refusal(Example example) {
    if (example instanceof StackExample && !stacks) {
      return Optional.of("it does not stack");
    }
    if (maySayNo) {
      try {
        splitter.explain(example.asked());
      } catch (IllegalArgumentException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }
    return Optional.empty();
  }

  /// Carries out an example that is one for it, and checks it.
  ///
  /// @return how many were carried out: 1, or 0
  /// @throws AssertionError if it is wrong
  public long attempt(Example example) {
    if (refusal(example).isPresent()) {
      return 0;
    }
    example.check(splitter);
    return 1;
  }

  @Override
  public void close() {
    splitter.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
