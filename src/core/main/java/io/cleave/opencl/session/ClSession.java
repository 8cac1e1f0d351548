package io.cleave.opencl.session;

import io.cleave.backend.ClStatus;
import io.cleave.backend.Obstacle;
import io.cleave.backend.OpenClException;
import io.cleave.backend.Region;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClApi.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A context and a queue on one device: everything reaches a device through its session.
///
/// Commands are queued and return an event at once; `after` lists events that must come first. The
/// queue may be out of order, so the order of calls implies nothing. A returned event belongs to
/// the caller, who gives it back with [#release(Object)].
///
/// Every failure is an [OpenClException] that names the call, the status and the device. When a
/// command fails on the session's own queue, or waiting for it, the whole queue is waited for
/// before that is thrown: the caller may free host memory then. A borrowed queue is never waited
/// for, as it may wait for something that its user does next.
///
/// Safe for use by many threads. Closing releases everything that the session made; a borrowed
/// context and queue are left to their user. A session that is collected without being closed is
/// reported at WARN and released.
///
/// @param <M> the library's memory handle
/// @param <E> the library's event handle
public final class ClSession<M, E> implements AutoCloseable {
  // As OpenCL's header numbers them.
  private static final int DEVICE_QUEUE_PROPERTIES = 0x102A;
  private static final int DEVICE_PLATFORM = 0x1031;
  private static final int QUEUE_CONTEXT = 0x1090;
  private static final int QUEUE_DEVICE = 0x1091;
  private static final int QUEUE_PROPERTIES = 0x1093;
  private static final int MEM_FLAGS = 0x1101;
  private static final int MEM_SIZE = 0x1102;
  private static final int MEM_HOST_PTR = 0x1103;
  private static final int MEM_CONTEXT = 0x1106;
  private static final int MEM_ASSOCIATED_MEMOBJECT = 0x1107;
  private static final int MEM_OFFSET = 0x1108;
  private static final int KERNEL_NUM_ARGS = 0x1191;
  private static final int EVENT_EXECUTION_STATUS = 0x11D3;
  private static final int EVENT_CONTEXT = 0x11D4;
  private static final int PROFILING_START = 0x1282;
  private static final int PROFILING_END = 0x1283;

  private static final long OUT_OF_ORDER = 1;
  private static final long PROFILING = 1 << 1;

  private static final long READ_WRITE = 1;
  private static final long READ_ONLY = 1 << 2;
  private static final long USE_HOST_PTR = 1 << 3;
  private static final long COPY_HOST_PTR = 1 << 5;

  private static final int PROFILING_INFO_NOT_AVAILABLE = -7;
  private static final int EXEC_STATUS_ERROR_FOR_EVENTS = -14;
  private static final int INVALID_VALUE = -30;

  /// LLVM, PoCL's compiler, deletes its temporary files at signals that the JVM raises at
  /// safepoints: one build in some hundred fails with this in its log (PoCL 3.1, 8 threads), and
  /// works when it is tried again. None does under a preloaded `libjsig.so`.
  private static final String LOST_FILE = "unable to rename temporary";

  private static final int BUILD_TRIES = 20;

  /// Held during builds by drivers that must not run two at once in a process, see
  /// [DeviceInfo#serialBuilds()].
  private static final Lock BUILDING = new ReentrantLock();

  private final ClApi<M, E> api;
  private final Resources<M, E> resources;

  private ClSession(Resources<M, E> resources) {
    this.api = resources.api;
    this.resources = resources;
  }

  /// Opens a session with its own context and queue.
  ///
  /// @throws IllegalArgumentException if the device is not there any more
  /// @throws IllegalStateException if the library cannot be used
  /// @throws OpenClException if the driver refuses
  public static <M, E> ClSession<M, E> open(ClApi<M, E> api, FoundDevice found) {
    requireLoaded(api);
    return opening(
        found.device().name(),
        () -> {
          Object device = DeviceSearch.find(api, found);
          return own(api, device, probed(api, device));
        });
  }

  /// Opens a session on the user's context and queue. Both are retained until it is closed, which
  /// waits for nothing.
  ///
  /// @param queue a queue of that context, in order or out of order
  /// @throws IllegalArgumentException if the queue belongs to another context, or its device cannot
  ///   be used
  /// @throws IllegalStateException if the library cannot be used
  /// @throws OpenClException if the driver refuses
  public static <M, E> ClSession<M, E> borrow(ClApi<M, E> api, Object context, Object queue) {
    requireLoaded(api);
    requireHandle(api, context, "context");
    requireHandle(api, queue, "queue");
    long owner = api.number(Kind.QUEUE, queue, QUEUE_CONTEXT);
    if (owner != api.address(context)) {
      throw new IllegalArgumentException(
          "the queue belongs to context 0x%X, not to 0x%X; give the context it was made in"
              .formatted(owner, api.address(context)));
    }
    Object device = api.handle(Kind.QUEUE, queue, QUEUE_DEVICE);
    DeviceInfo facts = probed(api, device);
    return opening(facts.device().name(), () -> borrowed(api, device, context, queue, facts));
  }

  private static <T> T opening(String device, Supplier<T> step) {
    return Failures.naming(device, () -> "opening a session", step);
  }

  private static void requireLoaded(ClApi<?, ?> api) {
    Obstacle obstacle = api.load();
    if (obstacle != null) {
      throw new IllegalStateException(obstacle.toString());
    }
  }

  private static void requireHandle(ClApi<?, ?> api, Object handle, String what) {
    if (api.address(handle) == 0) {
      throw new IllegalArgumentException("the %s is null; give a live one".formatted(what));
    }
  }

  private static Object platform(ClApi<?, ?> api, Object device) {
    return api.handle(Kind.DEVICE, device, DEVICE_PLATFORM);
  }

  private static DeviceInfo probed(ClApi<?, ?> api, Object device) {
    DeviceInfo facts = DeviceSearch.facts(api, platform(api, device), device);
    return Probe.probed(facts, () -> own(api, device, facts));
  }

  private static <M, E> ClSession<M, E> own(ClApi<M, E> api, Object device, DeviceInfo facts) {
    Object context = api.clCreateContext(platform(api, device), device);
    Resources<M, E> resources;
    try {
      long wanted = PROFILING | (facts.serialLaunches() ? 0 : OUT_OF_ORDER);
      long properties = wanted & api.number(Kind.DEVICE, device, DEVICE_QUEUE_PROPERTIES);
      Object queue = api.clCreateCommandQueue(context, device, properties);
      resources = new Resources<>(api, facts, device, context, queue, properties, true);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.CONTEXT, context));
      throw e;
    }
    return watched(resources);
  }

  private static <M, E> ClSession<M, E> borrowed(
      ClApi<M, E> api, Object device, Object context, Object queue, DeviceInfo facts) {
    long properties = api.number(Kind.QUEUE, queue, QUEUE_PROPERTIES);
    api.clRetain(Kind.CONTEXT, context);
    try {
      api.clRetain(Kind.QUEUE, queue);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.CONTEXT, context));
      throw e;
    }
    return watched(new Resources<>(api, facts, device, context, queue, properties, false));
  }

  private static <M, E> ClSession<M, E> watched(Resources<M, E> resources) {
    try {
      ClSession<M, E> session = new ClSession<>(resources);
      resources.watch(session);
      return session;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, resources::close);
      throw e;
    }
  }

  /// What the device can do.
  public DeviceInfo facts() {
    return resources.facts;
  }

  /// Whether commands that do not wait for each other may overtake each other.
  public boolean isOutOfOrder() {
    return (resources.queueProperties & OUT_OF_ORDER) != 0;
  }

  /// The context's handle.
  Object context() {
    return resources.context;
  }

  /// The memory, kernels and events that have not been given back, counting events of a borrowed
  /// queue that its user has released.
  long live() {
    return resources.live();
  }

  /// Makes a call, unless the session is closed.
  ///
  /// @param detail what is asked for
  private <T> T inside(Supplier<String> detail, Supplier<T> call) {
    resources.usage.enter();
    try {
      return resources.naming(detail, call);
    } finally {
      resources.usage.exit();
      // Or the cleaner could take the session for garbage while its last call is in the driver.
      Reference.reachabilityFence(this);
    }
  }

  private void inside(Supplier<String> detail, Runnable call) {
    inside(
        detail,
        () -> {
          call.run();
          return resources;
        });
  }

  /// Makes a call that concerns commands of the queue.
  private <T> T onQueue(Supplier<String> detail, Supplier<T> call) {
    return inside(
        detail,
        () -> {
          try {
            return call.get();
          } catch (RuntimeException | Error e) {
            resources.finishOwn();
            throw e;
          }
        });
  }

  /// Compiles a kernel. The caller closes it.
  ///
  /// @throws BuildException if the compiler refuses; it carries file, options and log
  public ClKernel build(KernelVariant variant) {
    return inside(
        variant::toString,
        () -> {
          for (int tries = 1; ; tries++) {
            try {
              return facts().serialBuilds() ? buildAlone(variant) : buildNow(variant);
            } catch (BuildException e) {
              if (tries == BUILD_TRIES || !e.log().contains(LOST_FILE)) {
                throw e;
              }
            }
          }
        });
  }

  private ClKernel buildAlone(KernelVariant variant) {
    BUILDING.lock();
    try {
      return buildNow(variant);
    } finally {
      BUILDING.unlock();
    }
  }

  private ClKernel buildNow(KernelVariant variant) {
    Object program = api.clCreateProgramWithSource(resources.context, KernelSource.of(variant));
    try {
      String options = "-cl-std=CL1.2 " + variant.options();
      int status = api.clBuildProgram(program, resources.device, options);
      if (status != ClStatus.SUCCESS) {
        throw new BuildException(variant, facts().device().name(), status, log(program));
      }
      return kernel(variant, program);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.PROGRAM, program));
      throw e;
    }
  }

  /// A log that cannot be read must not hide that the build failed.
  private String log(Object program) {
    try {
      return api.clGetProgramBuildInfo(program, resources.device);
    } catch (OpenClException e) {
      return "nothing (%s)".formatted(e.getMessage());
    }
  }

  private ClKernel kernel(KernelVariant variant, Object program) {
    Object kernel = api.clCreateKernel(program, variant.name());
    try {
      long parameters = api.number(Kind.KERNEL, kernel, KERNEL_NUM_ARGS);
      ClKernel built = new ClKernel(resources, variant, program, kernel, parameters);
      resources.kernels.add(built);
      return built;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.KERNEL, kernel));
      throw e;
    }
  }

  /// New device memory, 1 byte or more.
  public M allocate(long bytes) {
    return buffer(READ_WRITE, bytes, MemorySegment.NULL, "%s bytes");
  }

  /// New device memory that the device only reads. The content is copied before this returns, so
  /// that no command has to wait for it.
  ///
  /// @param content native memory, 1 byte or more
  public M constant(MemorySegment content) {
    NativeMemory.requireReadable(content);
    return buffer(COPY_HOST_PTR | READ_ONLY, content.byteSize(), content, "%s constant bytes");
  }

  /// Device memory that is this host memory, for devices that share it. The segment must be native
  /// and stay alive until the memory is freed.
  ///
  /// @param writable whether the device writes to it
  public M adopt(MemorySegment host, boolean writable) {
    NativeMemory.require(host, writable);
    long flags = USE_HOST_PTR | (writable ? READ_WRITE : READ_ONLY);
    return buffer(flags, host.byteSize(), host, "%s bytes of host memory");
  }

  private M buffer(long flags, long bytes, MemorySegment host, String detail) {
    return inside(
        () -> detail.formatted(bytes),
        () ->
            resources.keepBuffer(
                api.clCreateBuffer(resources.context, flags, bytes, host),
                (flags & USE_HOST_PTR) == 0 ? MemorySegment.NULL : host));
  }

  /// A part of other memory; its origin must be a multiple of the device's base alignment.
  public M slice(M memory, long offset, long bytes) {
    return inside(
        () -> "%s bytes at %s of %s".formatted(bytes, offset, describe(memory)),
        () ->
            resources.keepBuffer(api.clCreateSubBuffer(memory, offset, bytes), MemorySegment.NULL));
  }

  /// Whether a handle is OpenCL's null.
  public boolean isNull(M memory) {
    return api.address(memory) == 0;
  }

  /// Whether memory is of the session's context. A command with memory of another platform ends the
  /// process.
  public boolean isInContext(M memory) {
    return number(Kind.MEMORY, memory, MEM_CONTEXT) == api.address(resources.context);
  }

  /// Whether an event is of the session's context.
  public boolean isEventInContext(E event) {
    return api.address(event) != 0
        && number(Kind.EVENT, event, EVENT_CONTEXT) == api.address(resources.context);
  }

  /// The size of memory in bytes.
  public long size(M memory) {
    return number(Kind.MEMORY, memory, MEM_SIZE);
  }

  /// The largest power of two, at most [DeviceInfo#baseAlignment()], that the memory's first byte
  /// is known to be aligned to: smaller than that only for memory that adopts host memory.
  public long alignment(M memory) {
    // A slice begins at a multiple of the base alignment, so it makes no difference whether a
    // driver adds its origin. Up to OpenCL 1.1 copies of host memory have an address, too.
    long address = number(Kind.MEMORY, memory, MEM_HOST_PTR);
    long base = Long.highestOneBit(facts().baseAlignment());
    boolean adopts =
        address != 0 && (number(Kind.MEMORY, root(memory).memory(), MEM_FLAGS) & USE_HOST_PTR) != 0;
    return adopts ? Long.lowestOneBit(address | base) : base;
  }

  /// The buffer that memory is a slice of, and its offset there; the memory itself if it is no
  /// slice. The session need not have made it.
  @SuppressWarnings("unchecked") // the handle is one of memory
  public Region<M> root(M memory) {
    int question = MEM_ASSOCIATED_MEMOBJECT;
    M whole = (M) inside(() -> "memory", () -> api.handle(Kind.MEMORY, memory, question));
    return isNull(whole)
        ? Region.of(memory)
        : new Region<>(whole, number(Kind.MEMORY, memory, MEM_OFFSET));
  }

  private long number(Kind kind, Object object, int name) {
    return inside(() -> "asking for 0x%X".formatted(name), () -> api.number(kind, object, name));
  }

  /// For messages: memory that cannot be asked must not hide the failure that is told.
  private String describe(M memory) {
    try {
      return "memory of %s bytes".formatted(api.number(Kind.MEMORY, memory, MEM_SIZE));
    } catch (OpenClException e) {
      return "memory that is no buffer";
    }
  }

  /// Frees memory that the session made.
  ///
  /// @throws IllegalArgumentException if it did not, or the memory is freed already
  public void free(M memory) {
    inside(
        () -> "freeing memory",
        () -> {
          if (resources.buffers.remove(memory) == null) {
            throw new IllegalArgumentException(
                "memory 0x%X is not the session's, or was freed already; free once what the session made"
                    .formatted(api.address(memory)));
          }
          api.clRelease(Kind.MEMORY, memory);
        });
  }

  /// Queues a kernel.
  ///
  /// @param arguments in the order of the kernel's parameters: memory or null for a pointer, a Long
  ///   or an Integer
  public E launch(
      ClKernel kernel,
      List<? extends @Nullable Object> arguments,
      Grid grid,
      List<? extends E> after) {
    return queued(_ -> kernel.launch(resources, arguments, grid, after));
  }

  /// Queues a copy within the device.
  public E copy(M from, long fromAt, M to, long toAt, long bytes, List<? extends E> after) {
    Object queue = resources.queue;
    return queued(
        _ ->
            resources.naming(
                () ->
                    "%s bytes at %s of %s to %s of %s"
                        .formatted(bytes, fromAt, describe(from), toAt, describe(to)),
                () -> api.clEnqueueCopyBuffer(queue, from, to, fromAt, toAt, bytes, after)));
  }

  /// Queues a transfer to the device. The segment is native and stays untouched until the event.
  public E write(MemorySegment from, M to, long toAt, List<? extends E> after) {
    NativeMemory.requireReadable(from);
    return inChunks(
        from.byteSize(),
        to,
        toAt,
        (at, bytes, _) ->
            api.clEnqueueWriteBuffer(
                resources.queue, to, toAt + at, from.asSlice(at, bytes), after));
  }

  /// Queues a transfer from the device. The segment is native and stays untouched until the event.
  public E read(M from, long fromAt, MemorySegment to, List<? extends E> after) {
    NativeMemory.require(to, true);
    return inChunks(
        to.byteSize(),
        from,
        fromAt,
        (at, bytes, _) ->
            api.clEnqueueReadBuffer(
                resources.queue, from, fromAt + at, to.asSlice(at, bytes), after));
  }

  /// Queues what makes device writes to adopted memory visible to the host: a mapping does, and its
  /// end lets the device write again.
  public E publish(M adopted, List<? extends E> after) {
    return inChunks(
        size(adopted),
        adopted,
        0,
        (at, bytes, begun) -> {
          Object[] mapping = new Object[1];
          begun.push(api.clEnqueueMapBuffer(resources.queue, adopted, at, bytes, after, mapping));
          return unmap(adopted, mapping[0], begun.getFirst());
        });
  }

  /// Rusticl (Mesa 22.3) knows a mapping only when it is done, and refuses to queue its end before.
  private E unmap(M adopted, Object mapping, E mapped) {
    List<E> after = List.of(mapped);
    try {
      return api.clEnqueueUnmapMemObject(resources.queue, adopted, mapping, after);
    } catch (OpenClException e) {
      if (e.status() != INVALID_VALUE || api.clWaitForEvents(mapped) != ClStatus.SUCCESS) {
        throw e;
      }
      return api.clEnqueueUnmapMemObject(resources.queue, adopted, mapping, after);
    }
  }

  /// Queues a command for some of the bytes of a transfer.
  @FunctionalInterface
  private interface Chunk<E> {
    /// @param begun gets the events of commands before the last
    E queue(long at, long bytes, Deque<E> begun);
  }

  /// Splits a transfer that exceeds what one command may move.
  private E inChunks(long bytes, M memory, long memoryAt, Chunk<E> command) {
    long most = api.mostBytes();
    Chunk<E> named =
        (at, size, begun) ->
            resources.naming(
                () -> "%s bytes at %s of %s".formatted(size, memoryAt + at, describe(memory)),
                () -> command.queue(at, size, begun));
    return queued(
        begun -> {
          for (long at = 0; bytes > most && at < bytes; at += most) {
            begun.push(named.queue(at, Math.min(most, bytes - at), begun));
          }
          return begun.isEmpty() ? named.queue(0, bytes, begun) : markerNow(List.copyOf(begun));
        });
  }

  /// Queues an event that comes after all of these; after all that was queued before if there are
  /// none.
  public E marker(List<? extends E> after) {
    return queued(_ -> markerNow(after));
  }

  private E markerNow(List<? extends E> after) {
    return resources.naming(
        () -> "a marker after %s events".formatted(after.size()),
        () -> api.clEnqueueMarkerWithWaitList(resources.queue, after));
  }

  /// Queues commands, and releases the events of all but the last; of all after a failure.
  ///
  /// @param commands returns the event of the last one, and pushes those of the others
  private E queued(Function<Deque<E>, E> commands) {
    return onQueue(
        () -> "queueing a command",
        () -> {
          Deque<E> begun = new ArrayDeque<>();
          try {
            begun.addLast(commands.apply(begun));
            while (begun.size() > 1) {
              api.clRelease(Kind.EVENT, begun.pop());
            }
            resources.keepEvent(begun.getLast());
            return begun.getLast();
          } catch (RuntimeException | Error e) {
            while (!begun.isEmpty()) {
              E event = begun.pop();
              Failures.suppressed(e, () -> api.clRelease(Kind.EVENT, event));
            }
            throw e;
          }
        });
  }

  /// Hands everything queued to the device.
  public void flush() {
    onQueue(
        () -> "a queue",
        () -> {
          api.clFlush(resources.queue);
          return resources;
        });
  }

  /// Waits until a command has ended.
  public void await(E event) {
    await(event, "a queued command");
  }

  /// Waits until a command has ended.
  ///
  /// @param what the command, for messages
  /// @throws OpenClException also if the command has failed
  public void await(E event, String what) {
    onQueue(
        () -> what,
        () -> {
          Failures.check("clWaitForEvents", end(event));
          return event;
        });
  }

  /// Waits until a command has ended, and returns its status. Drivers differ in whether waiting for
  /// a failed command fails, so the command is asked. Where waiting is refused, the whole queue is
  /// waited for; where that is refused, too, the command is asked again and again.
  private int end(E event) {
    int waited = api.clWaitForEvents(event);
    int stage = stage(event, waited);
    while (stage > ClStatus.SUCCESS
        && waited != ClStatus.SUCCESS
        && waited != EXEC_STATUS_ERROR_FOR_EVENTS) {
      if (!resources.finishOwn()) {
        Resources.pause();
      }
      stage = stage(event, waited);
    }
    return stage < ClStatus.SUCCESS ? stage : waited;
  }

  /// How far a command is: more than 0 until it ends, less if it has failed.
  private int stage(E event, int waited) {
    try {
      return (int) api.number(Kind.EVENT, event, EVENT_EXECUTION_STATUS);
    } catch (OpenClException e) {
      if (waited != ClStatus.SUCCESS) {
        return waited;
      }
      throw e;
    }
  }

  /// Waits until the queue is empty, if it is the session's own, whatever becomes of its commands.
  public void settle() {
    inside(() -> "a queue", () -> resources.finishOwn());
  }

  /// The nanoseconds that the command of a finished event took on the device, or -1 if the queue
  /// does not measure.
  public long nanoseconds(E event) {
    try {
      return (resources.queueProperties & PROFILING) == 0
          ? inside(() -> "", () -> -1L)
          : number(Kind.PROFILE, event, PROFILING_END)
              - number(Kind.PROFILE, event, PROFILING_START);
    } catch (OpenClException e) {
      if (e.status() == PROFILING_INFO_NOT_AVAILABLE) {
        return -1;
      }
      throw e;
    }
  }

  /// Releases an event that the session returned.
  ///
  /// @throws IllegalArgumentException if it did not, or the event is released already
  public void release(E event) {
    inside(
        () -> "giving back an event",
        () -> {
          resources.forgetEvent(event);
          api.clRelease(Kind.EVENT, event);
        });
  }

  /// Releases everything. Closing it again does nothing.
  ///
  /// @throws IllegalStateException if a call is inside
  /// @throws OpenClException if the driver refuses; everything else has been released then
  @Override
  public void close() {
    resources.close();
  }
}
