package io.cleave.opencl.fake;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// The commands of a [FakeSession]. None runs before somebody waits or flushes, and then in a
/// random order that the wait lists allow: where a wait is missing, bytes are wrong sooner or
/// later.
final class FakeQueue {
  /// @param host the host memory that it touches
  private record Command(
      FakeEvent event, List<FakeEvent> after, List<MemorySegment> host, Runnable work) {
    boolean isReady() {
      return after.stream().allMatch(FakeEvent::hasEnded);
    }

    void run() {
      if (after.stream().anyMatch(FakeEvent::hasFailed)) {
        event.end(-14);
      } else {
        if (event.mayWork()) {
          work.run();
        }
        event.end(0);
      }
    }
  }

  private final Random random;
  private final boolean outOfOrder;
  private final List<Command> pending = new ArrayList<>();

  FakeQueue(Random random, boolean outOfOrder) {
    this.random = random;
    this.outOfOrder = outOfOrder;
  }

  FakeEvent add(
      String name, List<? extends FakeEvent> after, List<MemorySegment> host, Runnable work) {
    after.forEach(FakeEvent::requireAlive);
    host.forEach(FakeQueue::requireNoFile);
    List<FakeEvent> waits = new ArrayList<>(after);
    if (!outOfOrder && !pending.isEmpty()) {
      waits.add(pending.getLast().event());
    }
    FakeEvent event = new FakeEvent(name);
    pending.add(new Command(event, waits, host, work));
    return event;
  }

  /// An event that comes after everything that is queued now.
  FakeEvent addBarrier(String name) {
    return add(name, pending.stream().map(Command::event).toList(), List.of(), () -> {});
  }

  void flush() {
    int commands = random.nextInt(3);
    for (int i = 0; i < commands && runOne(); i++) {}
  }

  void runUntil(FakeEvent event) {
    while (!event.hasEnded()) {
      if (!runOne()) {
        throw new AssertionError("waiting for %s lasts for ever".formatted(event));
      }
    }
  }

  void runAll() {
    while (runOne()) {}
  }

  private boolean runOne() {
    List<Command> ready = pending.stream().filter(Command::isReady).toList();
    if (ready.isEmpty()) {
      return false;
    }
    Command command = ready.get(random.nextInt(ready.size()));
    pending.remove(command);
    command.run();
    return true;
  }

  /// The commands that will still touch host memory whose arena is closed.
  List<String> touchingTheDead() {
    return pending.stream()
        .filter(command -> command.host().stream().anyMatch(host -> !host.scope().isAlive()))
        .map(command -> command.event().toString())
        .toList();
  }

  /// A driver does not survive a file that is cut short meanwhile.
  static MemorySegment requireNoFile(MemorySegment host) {
    if (host.isMapped()) {
      throw new AssertionError("a driver gets the address of a mapped file");
    }
    return host;
  }

  /// Host memory as a device reaches it, from whichever thread.
  @SuppressWarnings("restricted")
  static MemorySegment reached(MemorySegment host) {
    if (!host.scope().isAlive()) {
      throw new AssertionError("a command touches host memory whose arena is closed");
    }
    return MemorySegment.ofAddress(host.address()).reinterpret(host.byteSize());
  }

  static List<MemorySegment> host(FakeMemory... memories) {
    return Stream.of(memories).flatMap(memory -> Stream.ofNullable(memory.host)).toList();
  }
}
