package io.cleave.bench;

/// What somebody is in a heat for.
public enum Role {
  /// A plain copy of the same bytes: what all are measured against.
  COPY,
  /// This library, on some device by some route.
  SPLITTER,
  /// This library, as it chooses by itself: the default splitter, or `auto` on some device.
  CHOICE,
  /// Another library.
  PEER;

  /// Whether it is this library.
  public boolean isOurs() {
    return this == SPLITTER || this == CHOICE;
  }
}
