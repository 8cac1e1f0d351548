package io.cleave.opencl.fake;

/// An event of a [FakeSession]: a command's, or one that the test ends itself.
public final class FakeEvent {
  private static final int PENDING = 1;

  private final String name;
  private int status = PENDING;
  private int success;
  private boolean released;

  public FakeEvent(String name) {
    this.name = name;
  }

  /// Ends it, with 0 or a negative status.
  public void end(int with) {
    status = with == 0 ? success : with;
  }

  /// Makes the command fail in place of doing its work.
  void failLater(int with) {
    success = with;
  }

  /// Whether the command can do its work.
  boolean mayWork() {
    return success == 0;
  }

  public boolean hasEnded() {
    return status != PENDING;
  }

  boolean hasFailed() {
    return status < 0;
  }

  int status() {
    return status;
  }

  void release() {
    requireAlive();
    released = true;
  }

  void requireAlive() {
    if (released) {
      throw new AssertionError("the event of %s was released already".formatted(name));
    }
  }

  void requireEnded() {
    requireAlive();
    if (!hasEnded()) {
      throw new AssertionError(name + " has not ended");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
