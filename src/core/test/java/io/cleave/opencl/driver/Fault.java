package io.cleave.opencl.driver;

/// A failure to come.
///
/// @param from the first call that fails, counted from 1
/// @param to the last one
/// @param status what they return
public record Fault(Kind kind, int from, int to, int status) {
  /// How calls fail.
  public enum Kind {
    /// One returns a status.
    REFUSED,
    /// One does, and so do all that follow.
    GONE,
    /// A command has ended in an error: waiting for it returns so, or only the question how it
    /// ended.
    ENDED_BADLY,
    /// None does, but the thread that makes one is interrupted there.
    INTERRUPTED,
    /// The JVM has no memory left to wait with, or to keep what a call has returned.
    WITHOUT_MEMORY
  }

  /// One call is refused.
  public static Fault refused(int call, int status) {
    return new Fault(Kind.REFUSED, call, call, status);
  }

  /// From a call on, the device is gone.
  public static Fault gone(int call, int status) {
    return new Fault(Kind.GONE, call, Integer.MAX_VALUE, status);
  }

  /// A command has ended in an error.
  ///
  /// @param asked the call that asks how it ended
  /// @param waiting whether the call before it, which waits, returns so, too
  static Fault endedBadly(int asked, boolean waiting, int status) {
    return new Fault(Kind.ENDED_BADLY, waiting ? asked - 1 : asked, asked, status);
  }

  /// The thread is interrupted in a call.
  static Fault interrupted(int call) {
    return new Fault(Kind.INTERRUPTED, call, call, 0);
  }

  /// The JVM has no memory left in a call.
  static Fault withoutMemory(int call) {
    return new Fault(Kind.WITHOUT_MEMORY, call, call, 0);
  }

  /// True if all goes well once it has occurred.
  boolean passes() {
    return kind != Kind.GONE;
  }

  boolean concerns(int call) {
    return call >= from && call <= to;
  }

  /// True for functions that are carried out though they return a failure: those that finish, flush
  /// and release. Waiting for a device that is gone must end, too, since its commands would go on
  /// in memory that its owner has back.
  boolean isMadeEvenSo(String function) {
    boolean waits = kind == Kind.GONE || status == Driver.EXEC_STATUS_ERROR_FOR_EVENTS;
    return function.matches("cl(Finish|Flush|Release.*)")
        || (waits && function.equals("clWaitForEvents"));
  }
}
