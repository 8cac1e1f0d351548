package io.cleave.ir;

import static io.cleave.text.Checks.require;

import io.cleave.file.MalformedFileException;
import io.cleave.text.OneLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One operation of a model. Filled while the file is read, and unchanged afterwards. Two layers
/// are equal if they are the same one.
final class Layer {
  /// The most characters of a path that are shown.
  private static final int MAX_PATH = 1000;

  /// Kind of layer, as far as splits are concerned.
  enum Kind {
    PARAMETER(0, 1),
    CONSTANT(0, 1),
    SPLIT(2, Integer.MAX_VALUE),
    VARIADIC_SPLIT(3, Integer.MAX_VALUE),
    RESULT(1, 0),
    OTHER(Integer.MAX_VALUE, Integer.MAX_VALUE);

    final int inputs;

    /// The most outputs. The number of a split is that of its lengths.
    final int outputs;

    Kind(int inputs, int outputs) {
      this.inputs = inputs;
      this.outputs = outputs;
    }

    /// Parses a layer's `type`, ignoring case as OpenVINO does. A type of the same name from
    /// outside of OpenVINO's opsets is another one.
    ///
    /// @param opset the layer's `version`; empty if it has none
    static Kind of(String type, String opset) {
      if (!opset.isEmpty() && !opset.startsWith("opset")) {
        return OTHER;
      }
      return switch (type.toLowerCase(Locale.ROOT)) {
        case "parameter" -> PARAMETER;
        case "const", "constant" -> CONSTANT;
        case "split" -> SPLIT;
        case "variadicsplit" -> VARIADIC_SPLIT;
        case "result" -> RESULT;
        default -> OTHER;
      };
    }

    boolean isSplit() {
      return this == SPLIT || this == VARIADIC_SPLIT;
    }
  }

  /// The beginning of its path: `loop/body/`, and nothing in the outermost graph.
  private final String prefix;

  /// The number by which edges name it.
  final long id;

  final String name;

  /// Its type in the file: `Convolution`.
  final String type;

  final Kind kind;

  /// The line of the file that it begins on.
  final int line;

  final List<Port> inputs = new ArrayList<>();
  final List<Port> outputs = new ArrayList<>();

  /// The positions of its ports by the numbers that edges use.
  final Map<Long, Integer> inputIds = new HashMap<>();

  final Map<Long, Integer> outputIds = new HashMap<>();

  /// Fields of its `<data>`, kept only for the kinds that are known.
  final Map<String, String> attributes = new HashMap<>();

  /// The graphs inside it, such as the body of a loop.
  final List<Graph> bodies = new ArrayList<>();

  /// The output that feeds each of its connected inputs.
  final Map<Integer, Endpoint> sources = new HashMap<>();

  /// The inputs that each of its outputs feeds.
  final Map<Integer, List<Endpoint>> consumers = new HashMap<>();

  /// Type and shape of a parameter or a constant.
  Facts declared = Facts.NONE;

  /// The byte of the `.bin` file where a constant begins.
  long offset;

  /// The bytes of a constant there.
  long size;

  Layer(String prefix, long id, String name, String type, Kind kind, int line) {
    this.prefix = prefix;
    this.id = id;
    this.name = name;
    this.type = type;
    this.kind = kind;
    this.line = line;
  }

  /// Its name, or if it has none its id, after those of the layers around it, as in
  /// `loop/body/split`; cut by [#shown].
  String path() {
    return shown(prefix + (name.isEmpty() ? "#" + id : name));
  }

  /// The prefix of the layers of a graph inside this one. It is cut as well, since a file may put a
  /// million layers inside one with a long name.
  ///
  /// @param element the element that holds the graph: `body`
  String prefix(String element) {
    return shown("%s/%s/".formatted(path(), element));
  }

  /// A path, or the beginning of a long one with three dots.
  static String shown(String path) {
    return OneLine.beginning(path, MAX_PATH);
  }

  /// @throws IllegalArgumentException if an input that a layer of its kind takes has no edge
  void requireSources() {
    for (int input = 0; input < kind.inputs; input++) {
      require(sources.containsKey(input), "nothing is connected to its input %s", input);
    }
  }

  /// A problem of this layer in its model's file.
  MalformedFileException problem(Path file, String problem) {
    return new MalformedFileException(file, "line %s: %s: %s".formatted(line, this, problem));
  }

  /// `layer 3 "split"`
  @Override
  public String toString() {
    return name.isEmpty()
        ? "layer " + id
        : "layer %s \"%s\"".formatted(id, OneLine.excerpt(path()));
  }
}
