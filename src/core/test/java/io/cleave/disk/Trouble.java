package io.cleave.disk;

import java.io.IOException;
import java.nio.file.FileSystemException;

/// What goes wrong with a disk.
@FunctionalInterface
public interface Trouble {
  /// Nothing.
  Trouble NONE = (_, _) -> Extent.WHOLE;

  /// What the system says where there is no room.
  String FULL = "No space left on device";

  /// What it says of all else.
  String BROKEN = "Input/output error";

  /// How much of an operation is done.
  enum Extent {
    /// All of it.
    WHOLE,
    /// Half the bytes, at least one; the caller is told how many.
    HALF,
    /// Nothing, as where a file ends.
    NONE
  }

  /// An operation is about to begin.
  ///
  /// @param number counted from 1
  /// @throws IOException if it is refused
  Extent before(int number, Operation operation) throws IOException;

  /// One operation fails, those after it do not.
  static Trouble at(int failing) {
    return (number, operation) -> {
      if (number == failing) {
        throw refusal(operation);
      }
      return Extent.WHOLE;
    };
  }

  /// From one operation on there is no room, until the end.
  static Trouble fullFrom(int first) {
    return (number, operation) -> {
      if (number >= first && operation.kind().needsRoom()) {
        throw refusal(operation);
      }
      return Extent.WHOLE;
    };
  }

  /// One operation moves half its bytes.
  static Trouble halfAt(int halved) {
    return (number, _) -> number == halved ? Extent.HALF : Extent.WHOLE;
  }

  /// To one operation the file seems to have ended.
  static Trouble endAt(int ended) {
    return (number, operation) ->
        number == ended && operation.kind() != Operation.Kind.WRITE ? Extent.NONE : Extent.WHOLE;
  }

  /// Nothing is done any more after an operation, of which half was done: what is on the disk then
  /// is what a process leaves that is killed there.
  static Trouble deadAfter(int last) {
    return (number, operation) -> {
      if (number > last) {
        throw refusal(operation);
      }
      return number == last ? Extent.HALF : Extent.WHOLE;
    };
  }

  private static IOException refusal(Operation operation) {
    String reason = operation.kind().needsRoom() ? FULL : BROKEN;
    // As the JDK has it: what is done to names says which, what is done to bytes does not.
    return switch (operation.kind()) {
      case READ, WRITE, COPY, FORCE, MAP -> new IOException(reason);
      case OPEN, CREATE, MOVE, DELETE, FOLDER ->
          new FileSystemException(operation.path().toString(), null, reason);
    };
  }
}
