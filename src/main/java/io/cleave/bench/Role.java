package io.cleave.bench;

/// What somebody is in a heat for.
public enum Role {
  /// A plain copy of the same bytes: what all are measured against.
  COPY,
  /// This library, on some device by some route.
  SPLITTER,
  /// Another library.
  PEER
}
