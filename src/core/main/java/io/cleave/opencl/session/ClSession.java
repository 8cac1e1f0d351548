package io.cleave.opencl.session;

import static org.lwjgl.opencl.CL10.CL_DEVICE_QUEUE_PROPERTIES;
import static org.lwjgl.opencl.CL10.CL_EVENT_COMMAND_EXECUTION_STATUS;
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
import static org.lwjgl.opencl.CL10.CL_PROGRAM_BUILD_LOG;
import static org.lwjgl.opencl.CL10.CL_QUEUE_CONTEXT;
import static org.lwjgl.opencl.CL10.CL_QUEUE_DEVICE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_PROFILING_ENABLE;
import static org.lwjgl.opencl.CL10.CL_QUEUE_PROPERTIES;
import static org.lwjgl.opencl.CL10.CL_SUCCESS;
import static org.lwjgl.opencl.CL11.CL_EVENT_CONTEXT;
import static org.lwjgl.opencl.CL11.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
import static org.lwjgl.opencl.CL11.CL_MEM_ASSOCIATED_MEMOBJECT;
import static org.lwjgl.opencl.CL11.CL_MEM_OFFSET;

import io.cleave.OpenClException;
import io.cleave.opencl.Region;
import io.cleave.opencl.route.DeviceInfo;
import io.cleave.opencl.route.Grid;
import io.cleave.opencl.route.KernelVariant;
import io.cleave.opencl.session.ClApi.Build;
import io.cleave.opencl.session.ClApi.Kind;
import io.cleave.spi.Failures;
import io.cleave.spi.Usage;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;

/// A context and a queue on one device, through one library.
///
/// Commands are queued and return an event at once; `after` lists events that must come first. The
/// queue may be out of order, so the order of calls implies nothing. Memory, kernels and events
/// belong to the caller, who gives them back before the session is closed. Host memory is native,
/// alive, this thread's, and writable where it is written to: the caller has checked that.
///
/// Every failure is an [OpenClException] that names the call, the status and the device. When a
/// call or a command fails, the whole of the session's own queue is waited for before that is
/// thrown: the caller may free host memory then. A borrowed queue is never waited for, as it may
/// wait for something that its user does next.
///
/// Constants of OpenCL are LWJGL's, which the compiler copies: without LWJGL they are there, too.
///
/// Safe for use by many threads.
///
/// @param <M> the library's memory handle
/// @param <E> the library's event handle
public final class ClSession<M, E> implements AutoCloseable {
  /// LLVM, PoCL's compiler, deletes its temporary files at signals that the JVM raises at
  /// safepoints: one build in some hundred fails with this in its log (PoCL 3.1, 8 threads), and
  /// works when it is tried again. None does under a preloaded `libjsig.so`.
  private static final String LOST_FILE = "unable to rename temporary";

  private static final int BUILD_TRIES = 20;

  /// Most plans share their kernels; a program takes 1.2 MB in PoCL 3.1, and 2.8 MB in Intel's
  /// driver.
  private static final int MOST_KERNELS = 64;

  /// Held during builds by drivers that must not run two at once in a process, see
  /// [DeviceInfo#serialBuilds()].
  private static final Lock BUILDING = new ReentrantLock();

  /// Time limit for retrying a `clFinish` that fails.
  private static final long FINISH_NANOS = 100_000_000;

  private static final long PAUSE_NANOS = 1_000_000;

  private final ClApi<M, E> api;
  private final DeviceInfo info;
  private final Object device;
  private final Object context;
  private final Object queue;

  /// True if the queue is used by the session alone.
  private final boolean own;

  private final Usage usage = new Usage("the session");
  private final LruCache<KernelVariant, ClKernel> kernels =
      new LruCache<>(MOST_KERNELS, _ -> 1, this::build);

  private ClSession(
      ClApi<M, E> api, DeviceInfo info, Object device, Object context, Object queue, boolean own) {
    this.api = api;
    this.info = info;
    this.device = device;
    this.context = context;
    this.queue = queue;
    this.own = own;
  }

  /// Opens a session with its own context and queue.
  ///
  /// @throws OpenClException if the driver refuses
  public static <M, E> ClSession<M, E> open(ClApi<M, E> api, FoundDevice found) {
    return opening(
        found.device().name(), () -> own(api, found.handle(), probed(api, found.handle())));
  }

  /// Opens a session on the user's context and queue, which stay the user's. Closing it waits for
  /// nothing.
  ///
  /// @param queue a queue of that context, in order or out of order
  /// @throws IllegalArgumentException if the queue belongs to another context, or its device cannot
  ///   be used
  /// @throws IllegalStateException if the library cannot be used
  /// @throws OpenClException if the driver refuses
  public static <M, E> ClSession<M, E> borrow(ClApi<M, E> api, Object context, Object queue) {
    Obstacle obstacle = api.load();
    if (obstacle != null) {
      throw new IllegalStateException(obstacle.toString());
    }
    requireHandle(api, context, "context");
    requireHandle(api, queue, "queue");
    long owner = api.number(Kind.QUEUE, queue, CL_QUEUE_CONTEXT);
    if (owner != api.address(context)) {
      throw new IllegalArgumentException(
          "the queue belongs to context 0x%X, not to 0x%X; give the context it was made in"
              .formatted(owner, api.address(context)));
    }
    Object device = api.handle(Kind.QUEUE, queue, CL_QUEUE_DEVICE);
    return new ClSession<>(api, probed(api, device), device, context, queue, false);
  }

  /// Opens a session with its own context and queue on the same device.
  ///
  /// @throws OpenClException if the driver refuses
  public ClSession<M, E> another() {
    return opening(info.device().name(), () -> own(api, device, info));
  }

  private static <T> T opening(String device, Supplier<T> step) {
    return FailedCallException.naming(device, () -> "opening a session", step);
  }

  private static void requireHandle(ClApi<?, ?> api, Object handle, String what) {
    if (api.address(handle) == 0) {
      throw new IllegalArgumentException("the %s is null; give a live one".formatted(what));
    }
  }

  private static DeviceInfo probed(ClApi<?, ?> api, Object device) {
    DeviceInfo info = DeviceSearch.info(api, device);
    return Probe.probed(info, () -> own(api, device, info));
  }

  private static <M, E> ClSession<M, E> own(ClApi<M, E> api, Object device, DeviceInfo info) {
    Object context = api.clCreateContext(device);
    try {
      long orders = info.serialLaunches() ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
      long known = api.number(Kind.DEVICE, device, CL_DEVICE_QUEUE_PROPERTIES);
      long properties = (CL_QUEUE_PROFILING_ENABLE | orders) & known;
      Object queue = api.clCreateCommandQueue(context, device, properties);
      return new ClSession<>(api, info, device, context, queue, true);
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.CONTEXT, context));
      throw e;
    }
  }

  /// The device's capabilities.
  public DeviceInfo info() {
    return info;
  }

  /// True if launches must not overlap and the queue is out of order: then each waits for the event
  /// of the one before it.
  public boolean ordersByEvents() {
    return info.serialLaunches()
        && (number(Kind.QUEUE, queue, CL_QUEUE_PROPERTIES) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
            != 0;
  }

  /// Makes a call, unless the session is closed. Adds the request and the device to a failure, and
  /// waits for the session's own queue before it is thrown.
  private <T> T inside(Supplier<String> request, Supplier<T> call) {
    try (var _ = usage.enter()) {
      try {
        return FailedCallException.naming(info.device().name(), request, call);
      } catch (RuntimeException | Error e) {
        settle();
        throw e;
      }
    }
  }

  private void inside(Supplier<String> request, Runnable call) {
    inside(request, done(call));
  }

  private static Supplier<Runnable> done(Runnable call) {
    return () -> {
      call.run();
      return call;
    };
  }

  /// A kernel that is compiled on first use, and kept until it is long unused or the session is
  /// closed.
  public LruCache<KernelVariant, ClKernel>.Entry lease(KernelVariant variant) {
    return kernels.lease(variant);
  }

  /// Compiles a kernel. The caller closes it.
  ///
  /// @throws OpenClException if the compiler refuses; it names file and options, and has the log
  ClKernel build(KernelVariant variant) {
    if (!FlightRecorder.isInitialized()) {
      return built(variant);
    }
    BuildEvent event = new BuildEvent();
    event.begin();
    ClKernel kernel = built(variant);
    event.end();
    if (event.shouldCommit()) {
      event.device = info.device().name();
      event.kernel = variant.toString();
      event.commit();
    }
    return kernel;
  }

  private ClKernel built(KernelVariant variant) {
    Lock lock = info.serialBuilds() ? BUILDING : new ReentrantLock();
    for (int tries = 1; ; tries++) {
      lock.lock();
      try {
        return inside(variant::toString, () -> buildOnce(variant));
      } catch (OpenClException e) {
        if (tries == BUILD_TRIES || !String.valueOf(e.getMessage()).contains(LOST_FILE)) {
          throw e;
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private ClKernel buildOnce(KernelVariant variant) {
    Object program = api.clCreateProgramWithSource(context, ClKernel.source(variant));
    try {
      // Without -w, PoCL prints the number of warnings on the standard error.
      String options = "-cl-std=CL1.2 -w " + variant.options();
      int status = api.clBuildProgram(program, device, options);
      if (status != CL_SUCCESS) {
        String detail =
            "%s for %s; the compiler says: %s"
                .formatted(variant, info.device().name(), log(program).strip());
        throw new FailedCallException("clBuildProgram", status, detail);
      }
      return new ClKernel(this, variant, program, api.clCreateKernel(program, variant.name()));
    } catch (RuntimeException | Error e) {
      Failures.suppressed(e, () -> api.clRelease(Kind.PROGRAM, program));
      throw e;
    }
  }

  /// A log that cannot be read must not hide that the build failed.
  private String log(Object program) {
    try {
      return api.text(Kind.BUILD, new Build(program, device), CL_PROGRAM_BUILD_LOG);
    } catch (OpenClException e) {
      return "nothing (%s)".formatted(e.getMessage());
    }
  }

  /// New device memory, 1 byte or more.
  public M allocate(long bytes) {
    return buffer(CL_MEM_READ_WRITE, bytes, MemorySegment.NULL);
  }

  /// New device memory that the device only reads. The content is copied before this returns, so
  /// that no command has to wait for it.
  ///
  /// @param content native memory, 1 byte or more
  public M constant(MemorySegment content) {
    return buffer(CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, content.byteSize(), content);
  }

  /// Device memory that is this host memory, for devices that share it. The segment must be native
  /// and stay alive and reachable until the memory is freed. The host sees what the device wrote
  /// when it is read to the segment itself.
  ///
  /// @param writable whether the device writes to it
  public M adopt(MemorySegment host, boolean writable) {
    long access = writable ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY;
    return buffer(CL_MEM_USE_HOST_PTR | access, host.byteSize(), host);
  }

  private M buffer(long flags, long bytes, MemorySegment host) {
    return inside(() -> bytes + " bytes", () -> api.clCreateBuffer(context, flags, bytes, host));
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
    // A slice begins at a multiple of the base alignment; Intel's driver gives it the address of
    // the whole plus the size of the slice. Up to OpenCL 1.1 copies have an address, too.
    M whole = root(memory).buffer();
    long address = number(Kind.MEMORY, whole, CL_MEM_HOST_PTR);
    long base = Long.highestOneBit(info.baseAlignment());
    boolean adopts =
        address != 0 && (number(Kind.MEMORY, whole, CL_MEM_FLAGS) & CL_MEM_USE_HOST_PTR) != 0;
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

  /// Queues a kernel.
  ///
  /// @param arguments in the order of the kernel's parameters: memory for a pointer, or a Long
  public void launch(
      ClKernel kernel, List<? extends Object> arguments, Grid grid, Events<E> events) {
    inside(
        () -> "%s, %s,".formatted(kernel.variant(), grid),
        () -> {
          synchronized (kernel) {
            for (int i = 0; i < arguments.size(); i++) {
              api.clSetKernelArg(kernel.handle(), i, arguments.get(i));
            }
            api.clEnqueueNDRangeKernel(queue, kernel.handle(), grid, events);
          }
        });
  }

  /// Queues a copy within the device.
  public void copy(Region<M> from, Region<M> to, long bytes, Events<E> events) {
    inside(
        () -> "%s bytes at %s to %s".formatted(bytes, from.offset(), to.offset()),
        () -> api.clEnqueueCopyBuffer(queue, from, to, bytes, events));
  }

  /// Queues a copy between device and host. The host's memory must stay as it is until the event
  /// completes.
  public E transfer(boolean isWrite, Region<M> place, MemorySegment host, List<E> after) {
    return queued(
        () -> "%s bytes at %s".formatted(host.byteSize(), place.offset()),
        after,
        events -> api.clEnqueueTransfer(queue, isWrite, place, host, events));
  }

  private E queued(Supplier<String> request, List<E> after, Consumer<Events<E>> command) {
    List<E> made = new ArrayList<>(1);
    inside(request, () -> command.accept(new Events<>(after, made)));
    return made.getFirst();
  }

  /// Queues an event that comes after all of these; after all that was queued before if there are
  /// none.
  public E marker(List<E> after) {
    return queued(
        () -> "a marker after %s events".formatted(after.size()),
        after,
        events -> api.clEnqueueMarkerWithWaitList(queue, events));
  }

  /// Hands everything queued to the device.
  public void flush() {
    inside(() -> "a queue", () -> api.clFlush(queue));
  }

  /// Waits until a command has ended.
  ///
  /// @param what the command, for messages
  /// @throws OpenClException also if the command has failed
  public void await(E event, String what) {
    inside(
        () -> what,
        () -> {
          int status = api.clWaitForEvents(event);
          // Drivers differ in whether waiting for a failed command fails, so the command is asked.
          if (status == CL_SUCCESS || status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
            long ended = api.number(Kind.EVENT, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
            status = (int) ended < CL_SUCCESS ? (int) ended : status;
          }
          ClStatus.check("clWaitForEvents", status);
        });
  }

  /// Waits until the queue is empty, if it is the session's own, whatever becomes of its commands.
  public void settle() {
    long begin = System.nanoTime();
    // On a lost device every call fails.
    while (own && System.nanoTime() - begin < FINISH_NANOS) {
      try {
        api.clFinish(queue);
        return;
      } catch (OpenClException | OutOfMemoryError e) {
        // The commands run on all the same.
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /// The nanoseconds that the command of a finished event took on the device, or -1 if the driver
  /// does not tell, as on a queue that does not measure. No split fails for the Flight Recorder.
  public long nanoseconds(E event) {
    try {
      return number(Kind.PROFILE, event, CL_PROFILING_COMMAND_END)
          - number(Kind.PROFILE, event, CL_PROFILING_COMMAND_START);
    } catch (OpenClException e) {
      return -1;
    }
  }

  /// Releases an event that the session returned.
  public void release(E event) {
    release(Kind.EVENT, event, "an event");
  }

  /// Frees memory that the session made.
  public void free(M memory) {
    release(Kind.MEMORY, memory, "memory");
  }

  /// @param detail the request, for messages
  void release(Kind kind, Object object, String detail) {
    named(detail, () -> api.clRelease(kind, object));
  }

  private void named(String request, Runnable call) {
    FailedCallException.naming(info.device().name(), () -> request, done(call));
  }

  /// Releases its kernels, and its own context and queue when all commands have ended. Closing it
  /// again does nothing.
  ///
  /// @throws IllegalStateException if a call is inside
  /// @throws OpenClException if the driver refuses; everything else has been released then
  @Override
  public void close() {
    if (usage.close()) {
      named("closing a session", () -> Failures.all(kernels::close, own ? this::end : () -> {}));
    }
  }

  private void end() {
    Failures.all(
        () -> api.clFinish(queue),
        () -> api.clRelease(Kind.QUEUE, queue),
        () -> api.clRelease(Kind.CONTEXT, context));
  }
}
