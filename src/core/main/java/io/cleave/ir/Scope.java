package io.cleave.ir;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What stands before the names of layers: the layers that they are inside of. A model may have a
/// million bodies within a layer of a long name, so each only refers to what is around it.
///
/// @param around what stands before the layer's name; null for the outermost graph itself
/// @param layer what the layer is called
/// @param element the element of the layer that the graph is in: `body`
/// @param length how many characters its text has
record Scope(@Nullable Scope around, String layer, String element, long length) {
  /// That of the outermost graph, which is empty.
  static final Scope OUTERMOST = new Scope(null, "", "", 0);

  /// That of what is inside of a layer.
  Scope inside(String name, String within) {
    return new Scope(this, name, within, length + name.length() + within.length() + 2);
  }

  /// The beginning of its text.
  ///
  /// @param most how many characters of it
  String begin(int most) {
    Deque<Scope> inner = new ArrayDeque<>();
    for (Scope at = this; at.around != null; at = at.around) {
      inner.push(at);
    }
    StringBuilder text = new StringBuilder();
    for (Scope at : inner) {
      for (String piece : List.of(at.layer, "/", at.element, "/")) {
        text.append(piece, 0, Math.min(piece.length(), most - text.length()));
      }
    }
    return text.toString();
  }

  /// Whether its text is how this begins. Compared from its end on, where scopes differ most, and
  /// never made.
  boolean begins(String path) {
    if (length > path.length()) {
      return false;
    }
    int end = (int) length;
    for (Scope at = this; at.around != null; at = at.around) {
      for (String piece : List.of("/", at.element, "/", at.layer)) {
        end -= piece.length();
        if (!path.startsWith(piece, end)) {
          return false;
        }
      }
    }
    return true;
  }

  /// `loop/body/`
  @Override
  public String toString() {
    return begin(Integer.MAX_VALUE);
  }
}
