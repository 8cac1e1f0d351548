package io.cleave.opencl.session;

import io.cleave.backend.ClStatus;
import io.cleave.backend.Obstacle;
import io.cleave.backend.OpenClException;
import io.cleave.backend.Region;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClApi.Info;
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
  private static final int PROGRAM_BUILD_LOG = 0x1183;
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
  private final DeviceInfo facts;
  private final long baseAlignment;

  private ClSession(Resources<M, E> resources, DeviceInfo facts) {
    this.api = resources.api;
    this.resources = resources;
    this.facts = facts;
    this.baseAlignment = Long.highestOneBit(facts.baseAlignment());
  }

  /// Opens a session with its own context and queue.
  ///
  /// @throws IllegalArgumentException if the device is not there any more
  /// @throws IllegalStateException if the library cannot be used
  /// @throws OpenClException if the driver refuses
  public static <M, E> ClSession<M, E> open(ClApi<M, E> api, FoundDevice found) {
    requireLoaded(api);
    return naming(
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
    long owner = api.number(Info.QUEUE, queue, QUEUE_CONTEXT, "");
    if (owner != api.address(context)) {
      throw new IllegalArgumentException(
          "the queue belongs to context 0x%X, not to 0x%X; give the context it was made in"
              .formatted(owner, api.address(context)));
    }
    Object device = api.handle(Info.QUEUE, queue, QUEUE_DEVICE, "");
    DeviceInfo facts = probed(api, device);
    String name = facts.device().name();
    return naming(name, () -> borrowed(api, device, context, queue, facts));
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

  /// Names the device in failures before there is a session that does.
  static <T> T naming(String device, Supplier<T> step) {
    try {
      return step.get();
    } catch (OpenClException e) {
      String message = String.valueOf(e.getMessage());
      if (message.contains(device)) {
        throw e;
      }
      OpenClException named =
          new OpenClException("%s; opening %s".formatted(message, device), e.status());
      named.initCause(e);
      throw named;
    }
  }

  private static Object platform(ClApi<?, ?> api, Object device) {
    return api.handle(Info.DEVICE, device, DEVICE_PLATFORM, "");
  }

  private static DeviceInfo probed(ClApi<?, ?> api, Object device) {
    DeviceInfo facts = DeviceSearch.facts(api, platform(api, device), device);
    return Probe.probed(facts, () -> own(api, device, facts));
  }

  private static <M, E> ClSession<M, E> own(ClApi<M, E> api, Object device, DeviceInfo facts) {
    String name = facts.device().name();
    Object platform = platform(api, device);
    Object context =
        api.made(
            "clCreateContext",
            () -> "a context on " + name,
            status -> api.clCreateContext(platform, device, status));
    Resources<M, E> resources;
    try {
      long wanted = PROFILING | (facts.serialLaunches() ? 0 : OUT_OF_ORDER);
      long properties = wanted & api.number(Info.DEVICE, device, DEVICE_QUEUE_PROPERTIES, "");
      Object queue =
          api.made(
              "clCreateCommandQueue",
              () -> "a queue with the properties 0x%X on %s".formatted(properties, name),
              status -> api.clCreateCommandQueue(context, device, properties, status));
      resources = new Resources<>(api, name, device, context, queue, properties, true);
    } catch (RuntimeException | Error e) {
      api.clReleaseContext(context);
      throw e;
    }
    return watched(resources, facts);
  }

  private static <M, E> ClSession<M, E> borrowed(
      ClApi<M, E> api, Object device, Object context, Object queue, DeviceInfo facts) {
    String name = facts.device().name();
    Supplier<String> detail = () -> "borrowing on " + name;
    long properties = api.number(Info.QUEUE, queue, QUEUE_PROPERTIES, "");
    Failures.check("clRetainContext", api.clRetainContext(context), detail);
    try {
      Failures.check("clRetainCommandQueue", api.clRetainCommandQueue(queue), detail);
    } catch (RuntimeException | Error e) {
      api.clReleaseContext(context);
      throw e;
    }
    return watched(new Resources<>(api, name, device, context, queue, properties, false), facts);
  }

  private static <M, E> ClSession<M, E> watched(Resources<M, E> resources, DeviceInfo facts) {
    try {
      ClSession<M, E> session = new ClSession<>(resources, facts);
      resources.watch(session);
      return session;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, resources::close);
      throw e;
    }
  }

  /// What the device can do.
  public DeviceInfo facts() {
    return facts;
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
  private <T> T inside(Supplier<T> call) {
    resources.usage.enter();
    try {
      return call.get();
    } finally {
      resources.usage.exit();
      // Or the cleaner could take the session for garbage while its last call is in the driver.
      Reference.reachabilityFence(this);
    }
  }

  /// Makes a call that concerns commands of the queue.
  private <T> T onQueue(Supplier<T> call) {
    return inside(
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
        () -> {
          for (int tries = 1; ; tries++) {
            try {
              return facts.serialBuilds() ? buildAlone(variant) : buildNow(variant);
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
    String source = KernelSource.of(variant);
    Object program =
        made(
            "clCreateProgramWithSource",
            variant::toString,
            status -> api.clCreateProgramWithSource(resources.context, source, status));
    try {
      String options = "-cl-std=CL1.2 " + variant.options();
      int status = api.clBuildProgram(program, resources.device, options);
      if (status != ClStatus.SUCCESS) {
        throw new BuildException(variant, resources.name, status, log(program));
      }
      return kernel(variant, program);
    } catch (RuntimeException | Error e) {
      api.clReleaseProgram(program);
      throw e;
    }
  }

  /// A log that cannot be read must not hide that the build failed.
  private String log(Object program) {
    try {
      return ClApi.text(
          "clGetProgramBuildInfo",
          (value, size) ->
              api.clGetProgramBuildInfo(program, resources.device, PROGRAM_BUILD_LOG, value, size),
          () -> "asking for the log");
    } catch (OpenClException e) {
      return "nothing (%s)".formatted(e.getMessage());
    }
  }

  private ClKernel kernel(KernelVariant variant, Object program) {
    Object kernel =
        made(
            "clCreateKernel",
            variant::toString,
            status -> api.clCreateKernel(program, variant.name(), status));
    try {
      long parameters = number(Info.KERNEL, kernel, KERNEL_NUM_ARGS);
      ClKernel built = new ClKernel(resources, variant, program, kernel, parameters);
      resources.kernels.add(built);
      return built;
    } catch (RuntimeException | Error e) {
      api.clReleaseKernel(kernel);
      throw e;
    }
  }

  /// New device memory, 1 byte or more.
  public M allocate(long bytes) {
    return inside(() -> buffer(READ_WRITE, bytes, MemorySegment.NULL, "%s bytes"));
  }

  /// New device memory that the device only reads. The content is copied before this returns, so
  /// that no command has to wait for it.
  ///
  /// @param content native memory, 1 byte or more
  public M constant(MemorySegment content) {
    NativeMemory.requireReadable(content);
    return inside(
        () -> {
          long flags = COPY_HOST_PTR | READ_ONLY;
          return buffer(flags, content.byteSize(), content, "%s constant bytes");
        });
  }

  /// Device memory that is this host memory, for devices that share it. The segment must be native
  /// and stay alive until the memory is freed.
  ///
  /// @param writable whether the device writes to it
  public M adopt(MemorySegment host, boolean writable) {
    if (writable) {
      NativeMemory.requireWritable(host);
    } else {
      NativeMemory.requireReadable(host);
    }
    return inside(
        () -> {
          long flags = USE_HOST_PTR | (writable ? READ_WRITE : READ_ONLY);
          return buffer(flags, host.byteSize(), host, "%s bytes of host memory");
        });
  }

  private M buffer(long flags, long bytes, MemorySegment host, String detail) {
    M buffer =
        made(
            "clCreateBuffer",
            () -> detail.formatted(bytes),
            status -> api.clCreateBuffer(resources.context, flags, bytes, host, status));
    return kept(buffer, (flags & USE_HOST_PTR) == 0 ? MemorySegment.NULL : host);
  }

  /// A part of other memory; its origin must be a multiple of the device's base alignment.
  public M slice(M memory, long offset, long bytes) {
    return inside(
        () -> {
          M slice =
              made(
                  "clCreateSubBuffer",
                  () -> "%s bytes at %s of %s".formatted(bytes, offset, describe(memory)),
                  status -> api.clCreateSubBuffer(memory, offset, bytes, status));
          return kept(slice, MemorySegment.NULL);
        });
  }

  /// @param host memory of the host that stays reachable until the buffer is freed
  private M kept(M buffer, MemorySegment host) {
    try {
      resources.buffers.put(buffer, host);
      return buffer;
    } catch (Error e) {
      Failures.suppressed(e, () -> resources.releaseBuffer(buffer));
      throw e;
    }
  }

  /// Whether a handle is OpenCL's null.
  public boolean isNull(M memory) {
    return api.address(memory) == 0;
  }

  /// Whether memory is of the session's context. A command with memory of another platform ends the
  /// process.
  public boolean isInContext(M memory) {
    return inside(() -> isOurs(number(Info.MEMORY, memory, MEM_CONTEXT)));
  }

  /// Whether an event is of the session's context.
  public boolean isEventInContext(E event) {
    return inside(
        () -> api.address(event) != 0 && isOurs(number(Info.EVENT, event, EVENT_CONTEXT)));
  }

  private boolean isOurs(long context) {
    return context == api.address(resources.context);
  }

  /// The size of memory in bytes.
  public long size(M memory) {
    return inside(() -> number(Info.MEMORY, memory, MEM_SIZE));
  }

  /// The largest power of two, at most [DeviceInfo#baseAlignment()], that the memory's first byte
  /// is known to be aligned to: smaller than that only for memory that adopts host memory.
  public long alignment(M memory) {
    return inside(
        () -> {
          // A slice begins at a multiple of the base alignment, so it makes no difference whether a
          // driver adds its origin. Up to OpenCL 1.1 copies of host memory have an address, too.
          long address = number(Info.MEMORY, memory, MEM_HOST_PTR);
          boolean isHosts =
              address != 0
                  && (number(Info.MEMORY, rootNow(memory).memory(), MEM_FLAGS) & USE_HOST_PTR) != 0;
          return isHosts ? Long.lowestOneBit(address | baseAlignment) : baseAlignment;
        });
  }

  /// The buffer that memory is a slice of, and its offset there; the memory itself if it is no
  /// slice. The session need not have made it.
  public Region<M> root(M memory) {
    return inside(() -> rootNow(memory));
  }

  @SuppressWarnings("unchecked") // memory's handle is memory
  private Region<M> rootNow(M memory) {
    M whole = (M) api.handle(Info.MEMORY, memory, MEM_ASSOCIATED_MEMOBJECT, resources.where);
    return isNull(whole)
        ? Region.of(memory)
        : new Region<>(whole, number(Info.MEMORY, memory, MEM_OFFSET));
  }

  /// Frees memory that the session made.
  ///
  /// @throws IllegalArgumentException if it did not, or the memory is freed already
  public void free(M memory) {
    inside(
        () -> {
          resources.forgetBuffer(memory);
          resources.releaseBuffer(memory);
          return memory;
        });
  }

  private long number(Info info, Object object, int name) {
    return api.number(info, object, name, resources.where);
  }

  private <T> T made(String call, Supplier<String> detail, Function<int[], @Nullable T> function) {
    return api.made(call, () -> detail.get() + resources.where, function);
  }

  /// For messages: memory that cannot be asked must not hide the failure that is told.
  private String describe(M memory) {
    try {
      return "memory of %s bytes".formatted(api.number(Info.MEMORY, memory, MEM_SIZE, ""));
    } catch (OpenClException e) {
      return "memory that is no buffer";
    }
  }

  /// Queues a kernel.
  ///
  /// @param arguments in the order of the kernel's parameters
  public E launch(
      ClKernel kernel, List<Argument<M>> arguments, Grid grid, List<? extends E> after) {
    if (!kernel.isOf(resources)) {
      throw new IllegalArgumentException(
          "%s was built by another session; build it with this one".formatted(kernel.variant()));
    }
    return queued(_ -> launchNow(kernel, arguments, grid, after));
  }

  /// A kernel holds its arguments, so they are set and used by one thread at a time.
  private E launchNow(
      ClKernel built, List<Argument<M>> arguments, Grid grid, List<? extends E> after) {
    synchronized (built) {
      Object kernel = built.launchable(arguments.size());
      for (int i = 0; i < arguments.size(); i++) {
        int index = i;
        Argument<M> argument = arguments.get(i);
        resources.check(
            "clSetKernelArg",
            api.clSetKernelArg(kernel, i, argument),
            () -> "%s as argument %s of %s".formatted(argument, index, built.variant()));
      }
      return made(
          "clEnqueueNDRangeKernel",
          () -> "%s, %s,".formatted(built.variant(), grid),
          status -> api.clEnqueueNDRangeKernel(resources.queue, kernel, grid, after, status));
    }
  }

  /// Queues a copy within the device.
  public E copy(M from, long fromAt, M to, long toAt, long bytes, List<? extends E> after) {
    return queued(
        _ ->
            made(
                "clEnqueueCopyBuffer",
                () ->
                    "%s bytes at %s of %s to %s of %s"
                        .formatted(bytes, fromAt, describe(from), toAt, describe(to)),
                status ->
                    api.clEnqueueCopyBuffer(
                        resources.queue, from, to, fromAt, toAt, bytes, after, status)));
  }

  /// Queues a transfer to the device. The segment is native and stays untouched until the event.
  public E write(MemorySegment from, M to, long toAt, List<? extends E> after) {
    NativeMemory.requireReadable(from);
    return inChunks(
        from.byteSize(),
        (at, bytes, _) ->
            made(
                "clEnqueueWriteBuffer",
                () -> "%s bytes at %s of %s".formatted(bytes, toAt + at, describe(to)),
                status ->
                    api.clEnqueueWriteBuffer(
                        resources.queue, to, toAt + at, from.asSlice(at, bytes), after, status)));
  }

  /// Queues a transfer from the device. The segment is native and stays untouched until the event.
  public E read(M from, long fromAt, MemorySegment to, List<? extends E> after) {
    NativeMemory.requireWritable(to);
    return inChunks(
        to.byteSize(),
        (at, bytes, _) ->
            made(
                "clEnqueueReadBuffer",
                () -> "%s bytes at %s of %s".formatted(bytes, fromAt + at, describe(from)),
                status ->
                    api.clEnqueueReadBuffer(
                        resources.queue, from, fromAt + at, to.asSlice(at, bytes), after, status)));
  }

  /// Queues what makes device writes to adopted memory visible to the host: a mapping does, and its
  /// end lets the device write again.
  public E publish(M adopted, List<? extends E> after) {
    return inChunks(
        size(adopted),
        (at, bytes, begun) -> {
          Object[] mapping = new Object[1];
          E mapped =
              made(
                  "clEnqueueMapBuffer",
                  () -> describe(adopted),
                  status ->
                      api.clEnqueueMapBuffer(
                          resources.queue, adopted, at, bytes, after, mapping, status));
          begun.push(mapped);
          return made(
              "clEnqueueUnmapMemObject",
              () -> describe(adopted),
              status -> unmap(adopted, mapping[0], mapped, status));
        });
  }

  /// Rusticl (Mesa 22.3) knows a mapping only when it is done, and refuses to queue its end before.
  private @Nullable E unmap(M adopted, Object mapping, E mapped, int[] status) {
    List<E> after = List.of(mapped);
    E event = api.clEnqueueUnmapMemObject(resources.queue, adopted, mapping, after, status);
    if (status[0] != INVALID_VALUE) {
      return event;
    }
    status[0] = api.clWaitForEvents(mapped);
    return status[0] == ClStatus.SUCCESS
        ? api.clEnqueueUnmapMemObject(resources.queue, adopted, mapping, after, status)
        : null;
  }

  /// Queues a command for some of the bytes of a transfer.
  @FunctionalInterface
  private interface Chunk<E> {
    /// @param begun gets the events of commands before the last
    E queue(long at, long bytes, Deque<E> begun);
  }

  private E inChunks(long bytes, Chunk<E> command) {
    long most = api.mostBytes();
    return queued(
        begun -> {
          if (bytes <= most) {
            return command.queue(0, bytes, begun);
          }
          for (long at = 0; at < bytes; at += most) {
            begun.push(command.queue(at, Math.min(most, bytes - at), begun));
          }
          return markerNow(List.copyOf(begun));
        });
  }

  /// Queues nothing, but an event that comes after all of these; after all that was queued before
  /// if there are none.
  public E marker(List<? extends E> after) {
    return queued(_ -> markerNow(after));
  }

  private E markerNow(List<? extends E> after) {
    return made(
        "clEnqueueMarkerWithWaitList",
        () -> "a marker after %s events".formatted(after.size()),
        status -> api.clEnqueueMarkerWithWaitList(resources.queue, after, status));
  }

  /// Queues commands, and releases the events of all but the last; of all after a failure.
  ///
  /// @param commands returns the event of the last one, and pushes those of the others
  private E queued(Function<Deque<E>, E> commands) {
    return onQueue(
        () -> {
          Deque<E> begun = new ArrayDeque<>();
          try {
            begun.addLast(commands.apply(begun));
            while (begun.size() > 1) {
              resources.releaseEvent(begun.pop());
            }
            resources.keepEvent(begun.getLast());
            return begun.getLast();
          } catch (RuntimeException | Error e) {
            while (!begun.isEmpty()) {
              E event = begun.pop();
              Failures.suppressed(e, () -> resources.releaseEvent(event));
            }
            throw e;
          }
        });
  }

  /// Hands everything queued to the device.
  public void flush() {
    onQueue(
        () -> {
          resources.check("clFlush", api.clFlush(resources.queue), () -> "a queue");
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
        () -> {
          resources.check("clWaitForEvents", end(event), () -> what);
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
      return (int) number(Info.EVENT, event, EVENT_EXECUTION_STATUS);
    } catch (OpenClException e) {
      if (waited != ClStatus.SUCCESS) {
        return waited;
      }
      throw e;
    }
  }

  /// Waits until the queue is empty, if it is the session's own, whatever becomes of its commands.
  public void settle() {
    inside(resources::finishOwn);
  }

  /// The nanoseconds that the command of a finished event took on the device, or -1 if the queue
  /// does not measure.
  public long nanoseconds(E event) {
    if ((resources.queueProperties & PROFILING) == 0) {
      return inside(() -> -1L);
    }
    return inside(
        () -> {
          try {
            return number(Info.PROFILE, event, PROFILING_END)
                - number(Info.PROFILE, event, PROFILING_START);
          } catch (OpenClException e) {
            if (e.status() == PROFILING_INFO_NOT_AVAILABLE) {
              return -1L;
            }
            throw e;
          }
        });
  }

  /// Releases an event that the session returned.
  ///
  /// @throws IllegalArgumentException if it did not, or the event is released already
  public void release(E event) {
    inside(
        () -> {
          resources.forgetEvent(event);
          resources.releaseEvent(event);
          return event;
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

  /// One argument of a kernel.
  ///
  /// @param <M> the binding's memory handle
  public sealed interface Argument<M> {
    /// Memory, or a null pointer.
    ///
    /// @param memory the handle
    record Memory<M>(@Nullable M memory) implements Argument<M> {}

    /// A `long`.
    ///
    /// @param value its value
    record Int64<M>(long value) implements Argument<M> {}

    /// An `int`.
    ///
    /// @param value its value
    record Int32<M>(int value) implements Argument<M> {}
  }
}
