package io.cleave.ir;

import org.jspecify.annotations.Nullable;

/// Keeps one of most values that are equal: in a model with a million ports most are alike.
///
/// It forgets: of values that meet in one place of its table the latest stays. So a file whose
/// values all have one hash code is read as fast as any other, and only takes more memory.
final class Interner {
  /// Far more than the ports, shapes and types that differ in models of any size.
  private static final int PLACES = 1 << 13;

  private final @Nullable Object[] known = new Object[PLACES];

  @SuppressWarnings("unchecked") // Equal values of final classes are of one class.
  <T> T intern(T value) {
    int hash = value.hashCode();
    int place = (hash ^ hash >>> 16) & (PLACES - 1);
    Object before = known[place];
    if (before != null && before.equals(value)) {
      return (T) before;
    }
    known[place] = value;
    return value;
  }
}
