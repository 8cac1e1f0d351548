package io.cleave.opencl.jocl;

import io.cleave.backend.ClStatus;
import io.cleave.opencl.session.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.jocl.CL;
import org.jocl.Pointer;
import org.jocl.cl_event;
import org.jocl.cl_mem;

/// Moves bytes between the host and a device, in chunks, since JOCL takes a ByteBuffer for each.
///
/// For every transfer and every unmap that does not block, JOCL keeps a daemon thread waiting until
/// it is done, so that the buffer is not collected before.
final class JoclTransfers {
  /// As much as a ByteBuffer holds, in whole pages.
  static final long LARGEST_CHUNK = Integer.MAX_VALUE & -4096L;

  private final JoclQueue queue;
  private final long chunk;

  /// Queues some of the bytes.
  @FunctionalInterface
  private interface Chunk {
    cl_event enqueue(long at, long bytes);
  }

  /// @param chunk the most bytes that one command moves
  JoclTransfers(JoclQueue queue, long chunk) {
    this.queue = queue;
    this.chunk = chunk;
  }

  /// A pointer to the beginning of host memory, which is all of it that JOCL looks at.
  static Pointer pointer(MemorySegment host) {
    return Pointer.to(host.asSlice(0, Math.min(host.byteSize(), LARGEST_CHUNK)).asByteBuffer());
  }

  cl_event write(MemorySegment from, cl_mem to, long toAt, List<? extends cl_event> after) {
    NativeMemory.requireReadable(from);
    return inChunks(
        from.byteSize(), (at, bytes) -> writeChunk(from.asSlice(at, bytes), to, toAt + at, after));
  }

  cl_event read(cl_mem from, long fromAt, MemorySegment to, List<? extends cl_event> after) {
    NativeMemory.requireWritable(to);
    return inChunks(
        to.byteSize(), (at, bytes) -> readChunk(from, fromAt + at, to.asSlice(at, bytes), after));
  }

  /// Maps adopted memory for reading and unmaps it, which makes writes to it visible to the host.
  cl_event publish(cl_mem adopted, long size, List<? extends cl_event> after) {
    return inChunks(size, (at, bytes) -> mapChunk(adopted, at, bytes, after));
  }

  private cl_event inChunks(long bytes, Chunk command) {
    if (bytes <= chunk) {
      return command.enqueue(0, bytes);
    }
    List<cl_event> queued = new ArrayList<>();
    cl_event last;
    try {
      for (long at = 0; at < bytes; at += chunk) {
        queued.add(command.enqueue(at, Math.min(chunk, bytes - at)));
      }
      last = queue.marker(queued);
    } catch (RuntimeException | Error e) {
      queue.abandon(queued, e);
      throw e;
    }
    return queue.insteadOf(queued, last);
  }

  private cl_event writeChunk(
      MemorySegment from, cl_mem to, long at, List<? extends cl_event> after) {
    Pointer pointer = pointer(from);
    long bytes = from.byteSize();
    return queue.enqueue(
        "clEnqueueWriteBuffer",
        () -> "%s bytes at %s of %s".formatted(bytes, at, JoclMemory.describe(to)),
        after,
        (q, waits, waitList, event) ->
            CL.clEnqueueWriteBuffer(q, to, false, at, bytes, pointer, waits, waitList, event));
  }

  private cl_event readChunk(
      cl_mem from, long at, MemorySegment to, List<? extends cl_event> after) {
    Pointer pointer = pointer(to);
    long bytes = to.byteSize();
    return queue.enqueue(
        "clEnqueueReadBuffer",
        () -> "%s bytes at %s of %s".formatted(bytes, at, JoclMemory.describe(from)),
        after,
        (q, waits, waitList, event) ->
            CL.clEnqueueReadBuffer(q, from, false, at, bytes, pointer, waits, waitList, event));
  }

  private cl_event mapChunk(cl_mem adopted, long at, long bytes, List<? extends cl_event> after) {
    var mapping = new AtomicReference<ByteBuffer>();
    cl_event mapped =
        queue.enqueue(
            "clEnqueueMapBuffer",
            () -> JoclMemory.describe(adopted),
            after,
            (q, waits, waitList, event) -> {
              int[] status = new int[1];
              mapping.set(
                  CL.clEnqueueMapBuffer(
                      q,
                      adopted,
                      false,
                      CL.CL_MAP_READ,
                      at,
                      bytes,
                      waits,
                      waitList,
                      event,
                      status));
              return status[0];
            });
    List<cl_event> first = List.of(mapped);
    cl_event unmapped;
    try {
      unmapped =
          queue.enqueue(
              "clEnqueueUnmapMemObject",
              () -> JoclMemory.describe(adopted),
              first,
              (q, waits, waitList, event) ->
                  unmap(
                      mapped,
                      () ->
                          CL.clEnqueueUnmapMemObject(
                              q, adopted, mapping.get(), waits, waitList, event)));
    } catch (RuntimeException | Error e) {
      queue.abandon(first, e);
      throw e;
    }
    return queue.insteadOf(first, unmapped);
  }

  /// Rusticl (Mesa 22.3) knows a mapping only when it is done, and refuses to queue its end before.
  private static int unmap(cl_event mapped, IntSupplier unmap) {
    int status = JoclCall.status(unmap);
    if (status != CL.CL_INVALID_VALUE) {
      return status;
    }
    int waited = JoclQueue.wait(mapped);
    return waited != ClStatus.SUCCESS ? waited : unmap.getAsInt();
  }
}
