package io.cleave.ir;

import io.cleave.text.OneLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One operation of a [Graph]. An immutable value; two layers are equal if they are the same one.
public final class Layer {
  private final int index;
  private final long id;
  private final Scope scope;
  private final String name;
  private final String type;
  private final LayerKind kind;
  private final int line;
  private final List<Port> inputs;
  private final List<Port> outputs;
  private final Map<String, String> attributes;
  private final List<Graph> bodies;

  Layer(LayerBuilder builder, int index, Scope scope) {
    this.index = index;
    this.id = builder.id();
    this.scope = scope;
    this.name = builder.name();
    this.type = builder.type();
    this.kind = builder.kind();
    this.line = builder.line();
    this.inputs = builder.inputs();
    this.outputs = builder.outputs();
    this.attributes = builder.attributes();
    this.bodies = builder.bodies();
  }

  /// The position among the graph's layers, from 0.
  public int index() {
    return index;
  }

  /// The number by which edges name it.
  public long id() {
    return id;
  }

  /// Its name; empty if it has none.
  public String name() {
    return name;
  }

  /// Its name, or if it has none its id, after those of the layers that it is inside of:
  /// `loop/body/split`.
  public String path() {
    return scope + called();
  }

  /// The beginning of its path, which is made of the names of a file, however long they are.
  ///
  /// @param most how many characters of it
  /// @throws IllegalArgumentException if that is negative
  public String path(int most) {
    if (most < 0) {
      throw new IllegalArgumentException(
          "the beginning of a path has 0 characters or more, not %s".formatted(most));
    }
    String begin = scope.begin(most);
    String called = called();
    return begin + called.substring(0, Math.min(called.length(), most - begin.length()));
  }

  private String called() {
    return name.isEmpty() ? "#" + id : name;
  }

  /// Whether this is its path, which is not made to find out.
  boolean isAt(String path) {
    String called = called();
    return path.length() == scope.length() + called.length()
        && path.endsWith(called)
        && scope.begins(path);
  }

  /// What it is called in the file: `Convolution`.
  public String type() {
    return type;
  }

  /// What it does, as far as splits are concerned.
  public LayerKind kind() {
    return kind;
  }

  /// The line of the file that it begins on.
  public int line() {
    return line;
  }

  /// Its inputs in order.
  public List<Port> inputs() {
    return inputs;
  }

  /// Its outputs in order.
  public List<Port> outputs() {
    return outputs;
  }

  /// The graphs inside of it, such as the body of a loop.
  public List<Graph> bodies() {
    return bodies;
  }

  /// A field of its `<data>`, kept only for the kinds that are known.
  Optional<String> attribute(String key) {
    return Optional.ofNullable(attributes.get(key));
  }

  /// `layer 3 "split"`
  @Override
  public String toString() {
    return name.isEmpty()
        ? "layer " + id
        : "layer %s \"%s\"".formatted(id, OneLine.excerpt(path()));
  }
}
