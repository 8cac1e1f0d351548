package io.cleave.opencl.run;

import io.cleave.Route;
import io.cleave.opencl.session.ClApi;
import java.util.List;

/// A context, a queue and buffers as a program has them that uses a binding itself: every call here
/// goes to the binding, none through Cleave.
///
/// @param <M> the binding's memory handle
/// @param <E> the binding's event handle
public interface UserDevice<M, E> extends AutoCloseable {
  /// A splitter on this queue.
  default QueueSplitter<M, E> borrow(Route route) {
    return borrow(api(), route);
  }

  /// A splitter on this queue, through another copy of the binding.
  QueueSplitter<M, E> borrow(ClApi<M, E> api, Route route);

  /// The binding as Cleave calls it.
  ClApi<M, E> api();

  /// A new buffer with this content.
  M buffer(byte[] content);

  /// A new buffer that begins within another one.
  M subBuffer(M of, long at, long bytes);

  /// The handle of no memory.
  M none();

  /// The null handle of an event.
  E noEvent();

  /// The bytes of a buffer, read by a command that waits for no other, unless the queue is in
  /// order. Not by a blocking one: PoCL waits for the whole queue then.
  byte[] read(M memory, long at, int bytes);

  /// Queues a copy of a whole buffer.
  E copy(M from, M to, int bytes, List<E> after);

  /// A new user event.
  E gate();

  /// Ends a user event, with 0 or a negative status.
  void open(E gate, int status);

  /// Hands everything queued to the device.
  void flush();

  /// Waits until everything has come.
  void finish();

  /// The status of the command behind an event: 0 if it has come, positive before, negative if it
  /// failed.
  int status(E event);

  /// Waits for an event, whether or not the command behind it fails.
  void await(E event);

  /// Gives an event back.
  void release(E event);

  /// Gives a buffer back.
  void free(M memory);

  /// How many references there are to memory.
  long references(M memory);

  /// How many references there are to the context.
  long contextReferences();

  /// How many references there are to the queue.
  long queueReferences();

  /// Gives queue and context back.
  @Override
  void close();
}
