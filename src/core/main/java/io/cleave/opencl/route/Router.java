package io.cleave.opencl.route;

import io.cleave.Route;
import io.cleave.plan.SplitPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/// Chooses how a device carries a plan out: which routes fit, which may be the fastest, and their
/// launches. Touches no device; equal questions have equal answers.
public final class Router {
  /// Where streaming stores begin to be expected to pay; see performance.md#constants.
  private static final long STREAMED = 16L << 20;

  /// A compilation takes .05 to .5 s, and saves 1 to 5 ns for each run shorter than [#SHORT_RUN]:
  /// with so many runs, some ms a call. Fewer are not worth it unless many calls are known to
  /// follow.
  private static final long WORTH_COMPILING = 1L << 20;

  private static final long SHORT_RUN = 128;

  /// Runs that are longer on average gain nothing by being gathered in a stage.
  private static final long STAGED_RUN = 80;

  /// Stores of a single part that bypass the caches pay where they fill lines.
  private static final long STREAMED_RUN = 64;

  /// A plain copy is what a driver does best, but it is a command for each part.
  private static final int FEW = 8;

  /// The least bytes of a part that is worth a copy command: a command takes some microseconds, in
  /// which a GPU moves a few MiB.
  private static final long WORTH_COPYING = 1L << 20;

  private final StridedCopy copy;
  private final DeviceInfo info;
  private final boolean converts;

  /// The runs in all rows, and their bytes on average.
  private final long runs;

  private final long run;
  private final List<StridedCopy> groups;
  private final List<CompiledKernel> compiled;
  private final List<CompiledKernel> streamed;

  private Router(StridedCopy copy) {
    this.copy = copy;
    this.info = copy.info();
    this.converts = copy.plan().conversion().isPresent();
    this.runs = copy.allRows() * copy.pieces().size();
    this.run = copy.bytes() / runs;
    this.groups = copy.groups();
    this.compiled = CompiledKernel.of(groups, false);
    this.streamed = CompiledKernel.of(groups, true);
  }

  /// The route of that name, or the best one for [Route#AUTO]. Parts that are empty cost nothing.
  ///
  /// @throws IllegalArgumentException if a route that was asked for does not fit; says why
  public static Routing route(DeviceInfo info, SplitPlan plan, Placement placement, Route name) {
    StridedCopy copy = StridedCopy.of(plan, placement, info);
    if (copy.pieces().isEmpty()) {
      Route any = name == Route.AUTO ? Route.FUSED : name;
      return new Routing(any, "nothing to move", List.of());
    }
    refuse(
        ConversionKernels.obstacle(plan, info),
        "%s; convert on the host, or split there without a conversion");
    Router router = new Router(copy);
    if (name == Route.AUTO) {
      Map.Entry<Route, String> best = router.ranked().firstEntry();
      return new Routing(best.getKey(), best.getValue(), router.launches(best.getKey()));
    }
    refuse(router.refusal(name), "route " + name + " does not fit this plan: %s; auto always fits");
    return new Routing(name, "asked for", router.launches(name));
  }

  private static void refuse(Optional<String> why, String sentence) {
    if (why.isPresent()) {
      throw new IllegalArgumentException(sentence.formatted(why.get()));
    }
  }

  /// The routes that may suit a plan best that moves something, four at the most, the one of
  /// [Route#AUTO] first. No two of them run the same launches.
  public static List<Route> candidates(DeviceInfo info, SplitPlan plan, Placement placement) {
    Router router = new Router(StridedCopy.of(plan, placement, info));
    Map<List<Launch>, Route> different = new LinkedHashMap<>();
    for (Route name : router.ranked().keySet()) {
      different.putIfAbsent(router.launches(name), name);
    }
    return List.copyOf(different.values());
  }

  /// The routes that may be the fastest with the reason, the one that is expected to be first.
  private SequencedMap<Route, String> ranked() {
    SequencedMap<Route, String> ranked = new LinkedHashMap<>();
    if (!info.isCpu()) {
      if (isFewLongPieces()) {
        ranked.put(
            Route.COPIES, "at most %s parts, each one piece of 1 MiB or more".formatted(FEW));
      }
      ranked.put(Route.FUSED, "one launch for any number of parts");
    } else if (copy.countsBits() && !converts) {
      ranked.put(Route.BITS, "a part begins or ends within a byte");
    } else {
      if (converts) {
        ranked.put(Route.FUSED, "each element is read once and written once");
      } else {
        rankBytes(ranked);
      }
      if (copy.pieces().size() <= FEW) {
        ranked.put(Route.PER_PART, "at most %s launches".formatted(FEW));
      }
    }
    return ranked;
  }

  private boolean isFewLongPieces() {
    return copy.pieces().size() <= FEW
        && !converts
        && copy.pieces().stream()
            .allMatch(one -> copy.isContiguous(one) && copy.bytes(one) >= WORTH_COPYING);
  }

  private void rankBytes(Map<Route, String> ranked) {
    boolean compiles = info.clang() && refusal(compiled).isEmpty();
    boolean known = runs >= WORTH_COMPILING && run < SHORT_RUN;
    boolean quick = !streamedIsCompiled() || streamed.stream().allMatch(CompiledKernel::isQuick);
    boolean streams = info.clang() && copy.fillsLines();
    if (streams && copy.bytes() >= STREAMED && (known || quick)) {
      ranked.put(Route.STREAMED, "16 MiB or more leave the caches anyway");
    }
    if (compiles && known) {
      ranked.put(
          Route.COMPILED,
          "%s runs or more, of less than %s bytes on average"
              .formatted(WORTH_COMPILING, SHORT_RUN));
    }
    ranked.put(Route.FUSED, "one launch that is never compiled again");
    if (compiles) {
      ranked.putIfAbsent(Route.COMPILED, "run lengths can be compile-time constants");
    }
    if (streams) {
      ranked.putIfAbsent(Route.STREAMED, "stores that bypass the caches");
    }
  }

  /// The reason why a route does not fit, as the end of a sentence; empty if it does.
  private Optional<String> refusal(Route name) {
    SplitPlan plan = copy.plan();
    if (converts && name != Route.FUSED && name != Route.PER_PART) {
      return Optional.of(
          "it moves what is there, and this plan converts %s to %s"
              .formatted(plan.data().type(), plan.partType()));
    }
    if (copy.countsBits() && (name == Route.COMPILED || name == Route.STREAMED)) {
      return Optional.of("a part begins or ends within a byte");
    }
    return switch (name) {
      case COPIES ->
          copy.pieces().stream()
              .filter(one -> !copy.isContiguous(one))
              .findFirst()
              .map(
                  one ->
                      "plain copies take parts that are one piece of the data, and part %s is %s %s in each of %s rows"
                          .formatted(
                              one.slice(),
                              one.width(),
                              copy.countsBits() ? "bits" : "bytes",
                              copy.allRows()));
      case COMPILED -> refusal(compiled);
      case STREAMED ->
          info.clang()
              ? Optional.empty()
              : Optional.of("the compiler is not known to have stores that bypass the caches");
      default -> Optional.empty();
    };
  }

  private static Optional<String> refusal(List<CompiledKernel> kernels) {
    return kernels.stream().map(CompiledKernel::refusal).flatMap(Optional::stream).findFirst();
  }

  /// True if the streamed route is compiled for the copy, rather than taken in tiles.
  private boolean streamedIsCompiled() {
    return refusal(streamed).isEmpty()
        && (run <= STAGED_RUN || streamed.stream().allMatch(CompiledKernel::hasLines));
  }

  /// The commands of a route that fits.
  private List<Launch> launches(Route name) {
    return switch (name) {
      case COPIES -> launches(copy.pieces(), this::copied);
      case PER_PART -> launches(copy.each(), part -> fused(part, part.longest() >= STREAMED_RUN));
      case FUSED -> launches(groups, group -> fused(group, false));
      case COMPILED -> launches(compiled, kernel -> kernel.launch().get());
      case STREAMED ->
          streamedIsCompiled()
              ? launches(streamed, kernel -> kernel.launch().get())
              : launches(groups, group -> TileKernel.launch(group, true));
      case BITS -> launches(groups, BitKernel::launch);
      case AUTO -> throw new IllegalStateException(name + " is no route of launches");
    };
  }

  private static <T> List<Launch> launches(List<T> from, Function<T, Launch> launch) {
    return from.stream().map(launch).toList();
  }

  private Launch copied(Piece piece) {
    long from = copy.dataAt() + piece.from();
    return new Launch.Copy(piece.output(), from, piece.to(), copy.bytes(piece));
  }

  /// The launch of the kernel that fits every copy of its kind.
  private Launch fused(StridedCopy group, boolean streaming) {
    if (group.plan().conversion().isPresent()) {
      return ConversionKernels.launch(group);
    }
    if (!info.isCpu()) {
      return GpuKernels.launch(group);
    }
    return group.countsBits()
        ? BitKernel.launch(group)
        : TileKernel.launch(group, streaming && info.clang() && group.fillsLines());
  }
}
