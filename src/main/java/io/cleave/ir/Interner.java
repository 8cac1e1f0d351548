package io.cleave.ir;

import java.util.HashMap;
import java.util.Map;

/// Keeps one of all values that are equal: in a model with a million ports most are alike.
final class Interner {
  private final Map<Object, Object> known = new HashMap<>();

  @SuppressWarnings("unchecked") // Equal values of final classes are of one class.
  <T> T intern(T value) {
    Object before = known.putIfAbsent(value, value);
    return before == null ? value : (T) before;
  }
}
