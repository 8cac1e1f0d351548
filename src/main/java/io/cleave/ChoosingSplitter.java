package io.cleave;

import io.cleave.backend.Device;
import io.cleave.backend.Route;
import io.cleave.backend.Splitter;
import io.cleave.backend.Tensor;
import io.cleave.backend.Usage;
import io.cleave.plan.SplitPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Splits in plain Java, and on a device that computes in the host's own memory once that pays, see
/// [Payback]. A device that is not there, or fails, is not tried again; what it did not finish is
/// done in plain Java.
final class ChoosingSplitter implements Splitter {
  private static final Logger LOG = LoggerFactory.getLogger(ChoosingSplitter.class);

  private final Splitter plain;
  private final Supplier<Optional<Splitter>> opener;
  private final Payback payback;
  private final Usage usage = new Usage("the splitter");

  private @Nullable Splitter fast;
  private boolean opened;
  private boolean failed;

  /// @param plain what splits at first; closed with this splitter
  /// @param opener opens what may take over, when it is first needed
  ChoosingSplitter(Splitter plain, Supplier<Optional<Splitter>> opener, Payback payback) {
    this.plain = plain;
    this.opener = opener;
    this.payback = payback;
  }

  /// The device that splits what is split once.
  @Override
  public Device device() {
    return plain.device();
  }

  @Override
  public void split(
      SplitPlan plan, MemorySegment data, List<? extends @Nullable MemorySegment> parts) {
    boolean inPlace = isInPlace(data) && parts.stream().allMatch(ChoosingSplitter::isNullOrInPlace);
    whileOpen(
        () ->
            choose(
                plan,
                inPlace,
                splitter -> {
                  splitter.split(plan, data, parts);
                  return parts;
                }));
  }

  @Override
  public List<@Nullable Tensor> split(SplitPlan plan, Tensor data, Arena arena) {
    boolean inPlace = isInPlace(data.data());
    return whileOpen(() -> choose(plan, inPlace, splitter -> splitter.split(plan, data, arena)));
  }

  @Override
  public void split(SplitPlan plan, String[] data, List<String @Nullable []> parts) {
    whileOpen(
        () -> {
          plain.split(plan, data, parts);
          return parts;
        });
  }

  @Override
  public List<String @Nullable []> split(SplitPlan plan, String[] data) {
    return whileOpen(() -> plain.split(plan, data));
  }

  @Override
  public List<@Nullable Tensor> view(SplitPlan plan, Tensor data) {
    return whileOpen(() -> plain.view(plan, data));
  }

  private static boolean isNullOrInPlace(@Nullable MemorySegment part) {
    return part == null || isInPlace(part);
  }

  /// Whether a device may work in this memory. Plain Java survives a mapped file that is cut short
  /// meanwhile, and reports it; a device's driver would take the process with it.
  private static boolean isInPlace(MemorySegment memory) {
    return memory.isNative() && !memory.isMapped();
  }

  private <R> R whileOpen(Supplier<R> call) {
    usage.enter();
    try {
      return call.get();
    } finally {
      usage.exit();
    }
  }

  private <R> R choose(SplitPlan plan, boolean inPlace, Function<Splitter, R> split) {
    Splitter device = inPlace && payback.mayPay(plan) && payback.count(plan) ? fast() : null;
    if (device == null) {
      return split.apply(plain);
    }
    try {
      return split.apply(device);
    } catch (IllegalArgumentException | IllegalStateException e) {
      // The caller's mistake, which plain Java would refuse in the same words.
      throw e;
    } catch (RuntimeException e) {
      giveUp(device.device() + " failed", e);
      return split.apply(plain);
    }
  }

  /// What may take over; null if nothing may.
  private synchronized @Nullable Splitter fast() {
    if (!opened) {
      opened = true;
      try {
        fast = opener.get().orElse(null);
      } catch (RuntimeException e) {
        giveUp("the device that would be faster cannot be opened", e);
      }
    }
    return failed ? null : fast;
  }

  private synchronized void giveUp(String what, RuntimeException e) {
    if (!failed) {
      failed = true;
      LOG.warn("{}: {}; plain Java goes on", what, e.getMessage());
    }
  }

  @Override
  public Route explain(SplitPlan plan) {
    return whileOpen(
        () -> {
          Splitter device = payback.hasPaid(plan) ? fast() : null;
          return device == null ? plainly(plan) : device.explain(plan);
        });
  }

  private Route plainly(SplitPlan plan) {
    Route route = plain.explain(plan);
    return payback.mayPay(plan)
        ? new Route(
            route.name(),
            "%s; a device in the same memory pays only after %s bytes of one plan"
                .formatted(route.reason(), payback.bytes()),
            route.steps())
        : route;
  }

  @Override
  public void close() {
    if (usage.close()) {
      try (plain) {
        closeFast();
      }
    }
  }

  private synchronized void closeFast() {
    Splitter device = fast;
    fast = null;
    if (device != null) {
      device.close();
    }
  }
}
