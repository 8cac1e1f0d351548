package io.cleave.spi;

/// Something that several users hold, and that goes when the last of them lets go. Not safe for use
/// by many threads.
public final class Shared {
  private final Runnable release;
  private int holders;

  /// Held by nobody yet.
  ///
  /// @param release what gives it back
  public Shared(Runnable release) {
    this.release = release;
  }

  /// One more user holds it.
  public void hold() {
    holders++;
  }

  /// One user lets go.
  public void letGo() {
    holders--;
    if (holders == 0) {
      release.run();
    }
  }
}
