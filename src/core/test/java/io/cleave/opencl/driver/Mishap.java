package io.cleave.opencl.driver;

import java.util.Set;

/// A failure to come.
///
/// @param kind how
/// @param from the first call that fails, counted from 1
/// @param to the last one
/// @param status what they return
public record Mishap(Kind kind, int from, int to, int status) {
  /// Functions that are carried out even so, as are those that give back, whatever they say of it.
  private static final Set<String> AFTERWARDS = Set.of("clFinish", "clFlush");

  /// How calls go wrong.
  public enum Kind {
    /// One returns a status.
    REFUSED,
    /// One does, and so do all that follow.
    GONE,
    /// A device has taken a command that ended in an error: who waits for it is told, or only who
    /// asks how it ended.
    ENDED_BADLY,
    /// None does, but the thread that makes one is interrupted there.
    INTERRUPTED,
    /// There is no memory left: to wait with, or to keep what another call has returned.
    WITHOUT_MEMORY
  }

  /// One call is refused.
  public static Mishap refused(int call, int status) {
    return new Mishap(Kind.REFUSED, call, call, status);
  }

  /// From a call on, the device is gone.
  public static Mishap gone(int call, int status) {
    return new Mishap(Kind.GONE, call, Integer.MAX_VALUE, status);
  }

  /// A command has ended in an error.
  ///
  /// @param asked the call that asks how it ended
  /// @param waiting whether the one before, which waits, says so, too
  public static Mishap endedBadly(int asked, boolean waiting, int status) {
    return new Mishap(Kind.ENDED_BADLY, waiting ? asked - 1 : asked, asked, status);
  }

  /// The thread is interrupted in a call.
  public static Mishap interrupted(int call) {
    return new Mishap(Kind.INTERRUPTED, call, call, 0);
  }

  /// There is no memory left in a call.
  public static Mishap withoutMemory(int call) {
    return new Mishap(Kind.WITHOUT_MEMORY, call, call, 0);
  }

  /// True if all goes well once it has happened.
  boolean passes() {
    return kind != Kind.GONE;
  }

  boolean strikes(int call) {
    return call >= from && call <= to;
  }

  /// True if a function is carried out even so. Of a device that is gone nobody learns how far a
  /// command is: unless waiting ends, it would go on in memory that its owner has back. And who
  /// says that a command has ended in an error has waited for it.
  boolean happensAfterwards(String function) {
    boolean waits = kind == Kind.GONE || status == Driver.EXEC_STATUS_ERROR_FOR_EVENTS;
    return AFTERWARDS.contains(function)
        || function.startsWith("clRelease")
        || (waits && function.equals("clWaitForEvents"));
  }
}
