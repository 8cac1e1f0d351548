package io.cleave.opencl.session;

import static org.lwjgl.opencl.CL10.CL_DEVICE_PLATFORM;
import static org.lwjgl.opencl.CL10.CL_DEVICE_QUEUE_PROPERTIES;
import static org.lwjgl.opencl.CL10.CL_EVENT_COMMAND_EXECUTION_STATUS;
import static org.lwjgl.opencl.CL10.CL_INVALID_VALUE;
import static org.lwjgl.opencl.CL10.CL_KERNEL_NUM_ARGS;
import static org.lwjgl.opencl.CL10.CL_MEM_CONTEXT;
import static org.lwjgl.opencl.CL10.CL_MEM_COPY_HOST_PTR;
import static org.lwjgl.opencl.CL10.CL_MEM_FLAGS;
import static org.lwjgl.opencl.CL10.CL_MEM_HOST_PTR;
import static org.lwjgl.opencl.CL10.CL_MEM_READ_ONLY;
import static org.lwjgl.opencl.CL10.CL_MEM_READ_WRITE;
import static org.lwjgl.opencl.CL10.CL_MEM_SIZE;
import static org.lwjgl.opencl.CL10.CL_MEM_USE_HOST_PTR;
import static org.lwjgl.opencl.CL10.CL_PROFILING_COMMAND_END;
import static org.lwjgl.opencl.CL10.CL_PROFILING_COMMAND_START;
import static org.lwjgl.opencl.CL10.CL_PROFILING_INFO_NOT_AVAILABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_CONTEXT;
import static org.lwjgl.opencl.CL10.CL_QUEUE_DEVICE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_PROFILING_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_PROPERTIES;
import static org.lwjgl.opencl.CL11.CL_EVENT_CONTEXT;
import static org.lwjgl.opencl.CL11.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
import static org.lwjgl.opencl.CL11.CL_MEM_ASSOCIATED_MEMOBJECT;
import static org.lwjgl.opencl.CL11.CL_MEM_OFFSET;

import io.cleave.backend.ClStatus;
import io.cleave.backend.Obstacle;
import io.cleave.backend.OpenClException;
import io.cleave.backend.Region;
import io.cleave.backend.Usage;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClApi.Kind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
/// Constants of OpenCL are LWJGL's, which the compiler copies: without LWJGL they are there, too.
///
/// Safe for use by many threads. Closing releases everything that the session made; a borrowed
/// context and queue are left to their user.
///
/// @param <M> the library's memory handle
/// @param <E> the library's event handle
public final class ClSession<M, E> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClSession.class);

  /// LLVM, PoCL's compiler, deletes its temporary files at signals that the JVM raises at
  /// safepoints: one build in some hundred fails with this in its log (PoCL 3.1, 8 threads), and
  /// works when it is tried again. None does under a preloaded `libjsig.so`.
  private static final String LOST_FILE = "unable to rename temporary";

  private static final int BUILD_TRIES = 20;

  private static final long PAUSE_NANOS = 1_000_000;

  /// Held during builds by drivers that must not run two at once in a process, see
  /// [DeviceInfo#serialBuilds()].
  private static final Lock BUILDING = new ReentrantLock();

  private final ClApi<M, E> api;
  private final DeviceInfo facts;
  private final Object device;
  private final Object context;
  private final Object queue;
  private final long queueProperties;

  /// True if the queue is used by the session alone.
  private final boolean own;

  private final Usage usage = new Usage("the session");

  /// Memory, with the host's memory that must stay reachable for it.
  private final Map<M, MemorySegment> buffers = new ConcurrentHashMap<>();

  private final Set<ClKernel> kernels = ConcurrentHashMap.newKeySet();
  private final Set<E> events = ConcurrentHashMap.newKeySet();

  /// Events of a borrowed queue are only counted: their user may release them without the session.
  private final AtomicInteger borrowedEvents = new AtomicInteger();

  /// Takes over one reference to the context and one to the queue.
  private ClSession(
      ClApi<M, E> api,
      DeviceInfo facts,
      Object device,
      Object context,
      Object queue,
      long queueProperties,
      boolean own) {
    this.api = api;
    this.facts = facts;
    this.device = device;
    this.context = context;
    this.queue = queue;
    this.queueProperties = queueProperties;
    this.own = own;
  }

  /// Opens a session with its own context and queue.
  ///
  /// @throws IllegalStateException if the library cannot be used
  /// @throws OpenClException if the driver refuses
  public static <M, E> ClSession<M, E> open(ClApi<M, E> api, FoundDevice found) {
    requireLoaded(api);
    return opening(
        found.device().name(), () -> own(api, found.handle(), probed(api, found.handle())));
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
    long owner = api.number(Kind.QUEUE, queue, CL_QUEUE_CONTEXT);
    if (owner != api.address(context)) {
      throw new IllegalArgumentException(
          "the queue belongs to context 0x%X, not to 0x%X; give the context it was made in"
              .formatted(owner, api.address(context)));
    }
    Object device = api.handle(Kind.QUEUE, queue, CL_QUEUE_DEVICE);
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
    return api.handle(Kind.DEVICE, device, CL_DEVICE_PLATFORM);
  }

  private static DeviceInfo probed(ClApi<?, ?> api, Object device) {
    DeviceInfo facts = DeviceSearch.facts(api, platform(api, device), device);
    return Probe.probed(facts, () -> own(api, device, facts));
  }

  private static <M, E> ClSession<M, E> own(ClApi<M, E> api, Object device, DeviceInfo facts) {
    Object context = api.clCreateContext(platform(api, device), device);
    try {
      long wanted =
          CL_QUEUE_PROFILING_ENABLE
              | (facts.serialLaunches() ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
      long properties = wanted & api.number(Kind.DEVICE, device, CL_DEVICE_QUEUE_PROPERTIES);
      Object queue = api.clCreateCommandQueue(context, device, properties);
      return new ClSession<>(api, facts, device, context, queue, properties, true);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.CONTEXT, context));
      throw e;
    }
  }

  private static <M, E> ClSession<M, E> borrowed(
      ClApi<M, E> api, Object device, Object context, Object queue, DeviceInfo facts) {
    long properties = api.number(Kind.QUEUE, queue, CL_QUEUE_PROPERTIES);
    api.clRetain(Kind.CONTEXT, context);
    try {
      api.clRetain(Kind.QUEUE, queue);
      return new ClSession<>(api, facts, device, context, queue, properties, false);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.CONTEXT, context));
      throw e;
    }
  }

  /// What the device can do.
  public DeviceInfo facts() {
    return facts;
  }

  /// True if commands that do not wait for each other may overtake each other.
  public boolean isOutOfOrder() {
    return (queueProperties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  }

  /// The context's handle.
  Object context() {
    return context;
  }

  /// The memory, kernels and events that have not been given back, counting events of a borrowed
  /// queue that its user has released.
  long live() {
    return (long) buffers.size() + kernels.size() + events.size() + borrowedEvents.get();
  }

  /// Makes a call, and adds to its failure what was asked for and on which device.
  private <T> T naming(Supplier<String> detail, Supplier<T> call) {
    return Failures.naming(facts.device().name(), detail, call);
  }

  /// Makes a call, unless the session is closed.
  ///
  /// @param detail what is asked for
  private <T> T inside(Supplier<String> detail, Supplier<T> call) {
    return usage.during(() -> naming(detail, call));
  }

  private void inside(Supplier<String> detail, Runnable call) {
    inside(
        detail,
        () -> {
          call.run();
          return this;
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
            finishOwn();
            throw e;
          }
        });
  }

  /// Compiles a kernel. The caller closes it.
  ///
  /// @throws OpenClException if the compiler refuses; it names file and options, and has the log
  public ClKernel build(KernelVariant variant) {
    return inside(
        variant::toString,
        () -> {
          for (int tries = 1; ; tries++) {
            try {
              return facts().serialBuilds() ? buildAlone(variant) : buildNow(variant);
            } catch (OpenClException e) {
              if (tries == BUILD_TRIES || !String.valueOf(e.getMessage()).contains(LOST_FILE)) {
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
    Object program = api.clCreateProgramWithSource(context, KernelSource.of(variant));
    try {
      String options = "-cl-std=CL1.2 " + variant.options();
      int status = api.clBuildProgram(program, device, options);
      if (status != ClStatus.SUCCESS) {
        String detail =
            "%s for %s; the compiler says: %s"
                .formatted(variant, facts.device().name(), log(program).strip());
        throw new OpenClException("clBuildProgram", status, detail);
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
      return api.clGetProgramBuildInfo(program, device);
    } catch (OpenClException e) {
      return "nothing (%s)".formatted(e.getMessage());
    }
  }

  private ClKernel kernel(KernelVariant variant, Object program) {
    Object kernel = api.clCreateKernel(program, variant.name());
    try {
      long parameters = api.number(Kind.KERNEL, kernel, CL_KERNEL_NUM_ARGS);
      ClKernel built = new ClKernel(this, variant, program, kernel, parameters);
      kernels.add(built);
      return built;
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.KERNEL, kernel));
      throw e;
    }
  }

  /// New device memory, 1 byte or more.
  public M allocate(long bytes) {
    return buffer(CL_MEM_READ_WRITE, bytes, MemorySegment.NULL, "%s bytes");
  }

  /// New device memory that the device only reads. The content is copied before this returns, so
  /// that no command has to wait for it.
  ///
  /// @param content native memory, 1 byte or more
  public M constant(MemorySegment content) {
    NativeMemory.require(content, false);
    return buffer(
        CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, content.byteSize(), content, "%s constant bytes");
  }

  /// Device memory that is this host memory, for devices that share it. The segment must be native
  /// and stay alive until the memory is freed.
  ///
  /// @param writable whether the device writes to it
  public M adopt(MemorySegment host, boolean writable) {
    NativeMemory.require(host, writable);
    long flags = CL_MEM_USE_HOST_PTR | (writable ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY);
    return buffer(flags, host.byteSize(), host, "%s bytes of host memory");
  }

  private M buffer(long flags, long bytes, MemorySegment host, String detail) {
    return inside(
        () -> detail.formatted(bytes),
        () ->
            keepBuffer(
                api.clCreateBuffer(context, flags, bytes, host),
                (flags & CL_MEM_USE_HOST_PTR) == 0 ? MemorySegment.NULL : host));
  }

  /// @param host memory of the host that stays reachable until the buffer is freed
  private M keepBuffer(M buffer, MemorySegment host) {
    try {
      buffers.put(buffer, host);
      return buffer;
    } catch (OutOfMemoryError e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.MEMORY, buffer));
      throw e;
    }
  }

  /// A part of other memory; its origin must be a multiple of the device's base alignment.
  public M slice(M memory, long offset, long bytes) {
    return inside(
        () -> "%s bytes at %s of %s".formatted(bytes, offset, describe(memory)),
        () -> keepBuffer(api.clCreateSubBuffer(memory, offset, bytes), MemorySegment.NULL));
  }

  /// True if a handle is OpenCL's null.
  public boolean isNull(M memory) {
    return api.address(memory) == 0;
  }

  /// True if memory is of the session's context. A command with memory of another platform ends the
  /// process.
  public boolean isInContext(M memory) {
    return number(Kind.MEMORY, memory, CL_MEM_CONTEXT) == api.address(context);
  }

  /// True if an event is of the session's context.
  public boolean isEventInContext(E event) {
    return api.address(event) != 0
        && number(Kind.EVENT, event, CL_EVENT_CONTEXT) == api.address(context);
  }

  /// The size of memory in bytes.
  public long size(M memory) {
    return number(Kind.MEMORY, memory, CL_MEM_SIZE);
  }

  /// The largest power of two, at most [DeviceInfo#baseAlignment()], that the memory's first byte
  /// is known to be aligned to: smaller than that only for memory that adopts host memory.
  public long alignment(M memory) {
    // A slice begins at a multiple of the base alignment, so it makes no difference whether a
    // driver adds its origin. Up to OpenCL 1.1 copies of host memory have an address, too.
    long address = number(Kind.MEMORY, memory, CL_MEM_HOST_PTR);
    long base = Long.highestOneBit(facts().baseAlignment());
    boolean adopts =
        address != 0
            && (number(Kind.MEMORY, root(memory).memory(), CL_MEM_FLAGS) & CL_MEM_USE_HOST_PTR)
                != 0;
    return adopts ? Long.lowestOneBit(address | base) : base;
  }

  /// The buffer that memory is a slice of, and its offset there; the memory itself if it is no
  /// slice. The session need not have made it.
  @SuppressWarnings("unchecked") // the handle is one of memory
  public Region<M> root(M memory) {
    int question = CL_MEM_ASSOCIATED_MEMOBJECT;
    M whole = (M) inside(() -> "memory", () -> api.handle(Kind.MEMORY, memory, question));
    return isNull(whole)
        ? Region.of(memory)
        : new Region<>(whole, number(Kind.MEMORY, memory, CL_MEM_OFFSET));
  }

  private long number(Kind kind, Object object, int name) {
    return inside(() -> "asking for 0x%X".formatted(name), () -> api.number(kind, object, name));
  }

  /// For messages: memory that cannot be asked must not hide the failure that is told.
  private String describe(M memory) {
    try {
      return "memory of %s bytes".formatted(api.number(Kind.MEMORY, memory, CL_MEM_SIZE));
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
          if (buffers.remove(memory) == null) {
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
      ClKernel kernel, List<? extends @Nullable Object> arguments, Grid grid, List<E> after) {
    return queued(
        () -> "a kernel", begun -> begun.add(kernel.launch(this, arguments, grid, after)));
  }

  /// Sets a kernel's arguments and queues it.
  E enqueue(
      KernelVariant variant,
      Object kernel,
      List<? extends @Nullable Object> arguments,
      Grid grid,
      List<E> after) {
    for (int i = 0; i < arguments.size(); i++) {
      int index = i;
      Object argument = arguments.get(i);
      // Without the value: the handle of memory says nothing.
      Failures.naming(
          facts.device().name(),
          () -> "argument %s of %s".formatted(index, variant),
          () -> api.clSetKernelArg(kernel, index, argument));
    }
    return naming(
        () -> "%s, %s,".formatted(variant, grid),
        () -> api.clEnqueueNDRangeKernel(queue, kernel, grid, after));
  }

  /// Queues a copy within the device.
  public E copy(M from, long fromAt, M to, long toAt, long bytes, List<E> after) {
    return queued(
        () ->
            "%s bytes at %s of %s to %s of %s"
                .formatted(bytes, fromAt, describe(from), toAt, describe(to)),
        begun -> begun.add(api.clEnqueueCopyBuffer(queue, from, to, fromAt, toAt, bytes, after)));
  }

  /// Queues a transfer to the device. The segment is native and stays untouched until the event.
  public E write(MemorySegment from, M to, long toAt, List<E> after) {
    NativeMemory.require(from, false);
    return queued(
        () -> "%s bytes at %s of %s".formatted(from.byteSize(), toAt, describe(to)),
        begun -> begun.add(api.clEnqueueWriteBuffer(queue, to, toAt, from, after)));
  }

  /// Queues a transfer from the device. The segment is native and stays untouched until the event.
  public E read(M from, long fromAt, MemorySegment to, List<E> after) {
    NativeMemory.require(to, true);
    return queued(
        () -> "%s bytes at %s of %s".formatted(to.byteSize(), fromAt, describe(from)),
        begun -> begun.add(api.clEnqueueReadBuffer(queue, from, fromAt, to, after)));
  }

  /// Queues what makes device writes to adopted memory visible to the host: a mapping does, and its
  /// end lets the device write again. In several commands, where one cannot map so much.
  public E publish(M adopted, List<E> after) {
    long size = size(adopted);
    return queued(
        () -> "mapping memory of %s bytes".formatted(size),
        begun -> {
          for (long at = 0; at < size; at += api.mostMapped()) {
            long bytes = Math.min(api.mostMapped(), size - at);
            Object[] mapping = new Object[1];
            begun.add(api.clEnqueueMapBuffer(queue, adopted, at, bytes, after, mapping));
            begun.add(unmap(adopted, mapping[0], begun.getLast()));
          }
          if (size > api.mostMapped()) {
            begun.add(api.clEnqueueMarkerWithWaitList(queue, List.copyOf(begun)));
          }
        });
  }

  /// Rusticl (Mesa 22.3) knows a mapping only when it is done, and refuses to queue its end before.
  private E unmap(M adopted, Object mapping, E mapped) {
    List<E> after = List.of(mapped);
    try {
      return api.clEnqueueUnmapMemObject(queue, adopted, mapping, after);
    } catch (OpenClException e) {
      if (e.status() != CL_INVALID_VALUE || api.clWaitForEvents(mapped) != ClStatus.SUCCESS) {
        throw e;
      }
      return api.clEnqueueUnmapMemObject(queue, adopted, mapping, after);
    }
  }

  /// Queues an event that comes after all of these; after all that was queued before if there are
  /// none.
  public E marker(List<E> after) {
    return queued(
        () -> "a marker after %s events".formatted(after.size()),
        begun -> begun.add(api.clEnqueueMarkerWithWaitList(queue, after)));
  }

  /// Queues commands, and releases the events of all but the last; of all after a failure.
  ///
  /// @param commands adds the event of each
  private E queued(Supplier<String> detail, Consumer<Deque<E>> commands) {
    return onQueue(
        detail,
        () -> {
          Deque<E> begun = new ArrayDeque<>();
          try {
            commands.accept(begun);
            while (begun.size() > 1) {
              api.clRelease(Kind.EVENT, begun.pop());
            }
            keepEvent(begun.getLast());
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

  private void keepEvent(E event) {
    if (own) {
      events.add(event);
    } else {
      borrowedEvents.incrementAndGet();
    }
  }

  /// Hands everything queued to the device.
  public void flush() {
    onQueue(
        () -> "a queue",
        () -> {
          api.clFlush(queue);
          return this;
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
        && waited != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
      if (!finishOwn()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      stage = stage(event, waited);
    }
    return stage < ClStatus.SUCCESS ? stage : waited;
  }

  /// How far a command is: more than 0 until it ends, less if it has failed.
  private int stage(E event, int waited) {
    try {
      return (int) api.number(Kind.EVENT, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
    } catch (OpenClException e) {
      if (waited != ClStatus.SUCCESS) {
        return waited;
      }
      throw e;
    }
  }

  /// Waits until the queue is empty, if it is the session's own.
  ///
  /// @return whether it is
  private boolean finishOwn() {
    while (own) {
      try {
        api.clFinish(queue);
        return true;
      } catch (OpenClException e) {
        return false;
      } catch (OutOfMemoryError e) {
        // The commands run on all the same. An interrupted thread only asks more often.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    return false;
  }

  /// Waits until the queue is empty, if it is the session's own, whatever becomes of its commands.
  public void settle() {
    inside(() -> "a queue", () -> finishOwn());
  }

  /// The nanoseconds that the command of a finished event took on the device, or -1 if the queue
  /// does not measure.
  public long nanoseconds(E event) {
    try {
      return (queueProperties & CL_QUEUE_PROFILING_ENABLE) == 0
          ? inside(() -> "", () -> -1L)
          : number(Kind.PROFILE, event, CL_PROFILING_COMMAND_END)
              - number(Kind.PROFILE, event, CL_PROFILING_COMMAND_START);
    } catch (OpenClException e) {
      if (e.status() == CL_PROFILING_INFO_NOT_AVAILABLE) {
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
          if (!own) {
            borrowedEvents.decrementAndGet();
          } else if (!events.remove(event)) {
            throw new IllegalArgumentException(
                "the event is not the session's, or was released already; release once what it"
                    + " made");
          }
          api.clRelease(Kind.EVENT, event);
        });
  }

  /// Releases everything, and reports what was not given back at WARN. Closing it again does
  /// nothing.
  ///
  /// @throws IllegalStateException if a call is inside
  /// @throws OpenClException if the driver refuses; everything else has been released then
  @Override
  public void close() {
    if (!usage.close()) {
      return;
    }
    if (!buffers.isEmpty() || !kernels.isEmpty() || !events.isEmpty()) {
      LOG.warn(
          "a session on {} was closed while {} pieces of memory, {} kernels and {} events were"
              + " not given back; give them back first",
          facts.device().name(),
          buffers.size(),
          kernels.size(),
          events.size());
    }
    String detail = "closing a session";
    Failures failures = new Failures();
    if (own) {
      failures.attempt(
          () -> Failures.naming(facts.device().name(), () -> detail, () -> api.clFinish(queue)));
    }
    events.forEach(event -> failures.attempt(() -> release(Kind.EVENT, event, detail)));
    events.clear();
    kernels.forEach(kernel -> failures.attempt(kernel::close));
    buffers.keySet().forEach(each -> failures.attempt(() -> release(Kind.MEMORY, each, detail)));
    buffers.clear();
    failures.attempt(() -> release(Kind.QUEUE, queue, detail));
    failures.attempt(() -> release(Kind.CONTEXT, context, detail));
    failures.throwFirst();
  }

  /// Gives a kernel back.
  void release(ClKernel kernel, Object program, Object handle) {
    kernels.remove(kernel);
    String detail = kernel.variant().toString();
    Failures failures = new Failures();
    failures.attempt(() -> release(Kind.KERNEL, handle, detail));
    failures.attempt(() -> release(Kind.PROGRAM, program, detail));
    failures.throwFirst();
  }

  /// @param detail why, for messages
  private void release(Kind kind, Object object, String detail) {
    Failures.naming(facts.device().name(), () -> detail, () -> api.clRelease(kind, object));
  }
}
