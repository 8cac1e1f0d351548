package io.cleave.ir;

import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A layer while it is read.
final class LayerBuilder {
  /// More than any tensor has, and few enough that a shape for each output is no burden.
  private static final int MAX_RANK = 256;

  private final long id;
  private final String name;
  private final String type;
  private final LayerKind kind;
  private final int line;
  private final List<Port> inputs = new ArrayList<>();
  private final List<Port> outputs = new ArrayList<>();
  private final List<Graph> bodies = new ArrayList<>();
  private final Map<String, String> attributes = new LinkedHashMap<>();

  private boolean inOutputs;
  private long portId;
  private @Nullable String precision;
  private List<String> portNames = List.of();
  private final List<String> dimensions = new ArrayList<>();

  LayerBuilder(long id, String name, String type, LayerKind kind, int line) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.kind = kind;
    this.line = line;
  }

  void beginInputs() {
    inOutputs = false;
  }

  void beginOutputs() {
    inOutputs = true;
  }

  void beginPort(long number, @Nullable String typeName, List<String> names) {
    portId = number;
    precision = typeName;
    portNames = inOutputs ? names : List.of();
    dimensions.clear();
  }

  void dimension(String text) {
    requireRank(dimensions.size() + 1);
    if (PartialShape.parse("[" + text + "]").rank() != 1) {
      throw new IllegalArgumentException(
          "dimension \"%s\" cannot be read; write one number".formatted(OneLine.excerpt(text)));
    }
    dimensions.add(text);
  }

  static void requireRank(int rank) {
    if (rank > MAX_RANK) {
      throw new IllegalArgumentException(
          "a shape has more than %s dimensions; no tensor has".formatted(MAX_RANK));
    }
  }

  void endPort() {
    PartialShape shape =
        dimensions.isEmpty()
            ? PartialShape.unknownRank()
            : PartialShape.parse(dimensions.toString());
    (inOutputs ? outputs : inputs).add(new Port(portId, typeNamed(precision), shape, portNames));
  }

  /// A type that is not known is no reason to refuse a model: only its use is.
  static Optional<ElementType> typeNamed(@Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(ElementType.parse(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// Keeps a field, where the layer is of a kind that has a use for it.
  void attribute(String key, @Nullable String value) {
    if (value != null && kind != LayerKind.OTHER) {
      attributes.put(key, value);
    }
  }

  /// Keeps a field unless it is there already.
  void fallback(String key, @Nullable String value) {
    if (!attributes.containsKey(key)) {
      attribute(key, value);
    }
  }

  void body(Graph graph) {
    bodies.add(graph);
  }

  Layer build(int index, Scope scope) {
    requireDistinct("input", inputs);
    requireDistinct("output", outputs);
    return new Layer(this, index, scope);
  }

  private static void requireDistinct(String side, List<Port> ports) {
    if (isAscending(ports)) {
      return;
    }
    Set<Long> seen = new HashSet<>();
    for (Port port : ports) {
      if (!seen.add(port.id())) {
        throw new IllegalArgumentException(
            "%s port %s is there twice; give each a number of its own".formatted(side, port.id()));
      }
    }
  }

  private static boolean isAscending(List<Port> ports) {
    for (int i = 1; i < ports.size(); i++) {
      if (ports.get(i).id() <= ports.get(i - 1).id()) {
        return false;
      }
    }
    return true;
  }

  long id() {
    return id;
  }

  String name() {
    return name;
  }

  String type() {
    return type;
  }

  LayerKind kind() {
    return kind;
  }

  int line() {
    return line;
  }

  List<Port> inputs() {
    return List.copyOf(inputs);
  }

  List<Port> outputs() {
    return List.copyOf(outputs);
  }

  List<Graph> bodies() {
    return List.copyOf(bodies);
  }

  Map<String, String> attributes() {
    return Map.copyOf(attributes);
  }
}
