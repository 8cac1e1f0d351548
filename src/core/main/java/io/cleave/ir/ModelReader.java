package io.cleave.ir;

import static io.cleave.text.Checks.require;

import io.cleave.file.Limits;
import io.cleave.file.MalformedFileException;
import io.cleave.file.format.MappedFile;
import io.cleave.operation.PartialShape;
import io.cleave.plan.ElementType;
import io.cleave.plan.Shape;
import io.cleave.spi.IoFailure;
import io.cleave.text.OneLine;
import io.cleave.text.Parsing;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the `.xml` file of a model in one pass, by recursive descent.
final class ModelReader {
  /// Deeper than any model is.
  private static final int MAX_NESTING = 100;

  /// More dimensions than any tensor has, but few enough to store a shape for each output.
  private static final int MAX_RANK = 256;

  /// An extent is a number or an interval of two.
  private static final int MAX_DIMENSION_TEXT = 64;

  /// A comma that is not part of a name.
  private static final Pattern SEPARATOR = Pattern.compile("(?<!\\\\),");

  private final Path file;
  private final XmlReader xml;
  private int depth;

  /// The layer that is being read.
  private @Nullable Layer layer;

  private ModelReader(Path file, XmlReader xml) {
    this.file = file;
    this.xml = xml;
  }

  /// Reads a model's structure.
  ///
  /// @throws MalformedFileException if the file is malformed or larger than its limit
  /// @throws IOException if it is missing, or the system fails to read it
  static Model read(Path file, Limits limits) throws IOException {
    try (FileChannel channel = MappedFile.channel(file)) {
      XmlReader xml = new XmlReader(file, Channels.newInputStream(channel));
      return new ModelReader(file, xml).model(limits);
    }
  }

  private Model model(Limits limits) throws IOException {
    try {
      limits.requireHeader("its text", Files.size(file));
      xml.next();
      require(
          xml.name().equals("net"),
          "the root element is <%s>; an OpenVINO model begins with <net>, so give its .xml file",
          OneLine.excerpt(xml.name()));
      String version = attribute("version", "none").strip();
      require(
          version.equals("10") || version.equals("11"),
          "the model has IR version %s; versions 10 and 11 can be read, so convert it again with a"
              + " recent OpenVINO",
          OneLine.excerpt(version));
      String name = attribute("name", "");
      Graph graph = graph("");
      xml.next();
      return new Model(file, name, Integer.parseInt(version), graph, limits);
    } catch (IllegalArgumentException e) {
      String problem = String.valueOf(e.getMessage());
      throw xml.problem(layer == null ? problem : layer + ": " + problem);
    }
  }

  private String attribute(String key, String otherwise) {
    String value = xml.attribute(key);
    return value == null ? otherwise : value;
  }

  /// Reads the child elements of one name, and skips all others.
  ///
  /// @param step reads an element to its end
  private void each(String name, IoFailure.Call step) throws IOException {
    while (xml.next()) {
      if (xml.name().equals(name)) {
        step.run();
      } else {
        xml.skip();
      }
    }
  }

  /// @param prefix of the paths of its layers
  private Graph graph(String prefix) throws IOException {
    depth++;
    require(depth <= MAX_NESTING, "bodies are nested more than %s deep; no model is", MAX_NESTING);
    Map<Long, Layer> layers = new LinkedHashMap<>();
    List<Graph.Edge> edges = new ArrayList<>();
    while (xml.next()) {
      switch (xml.name()) {
        case "layers" -> each("layer", () -> layer(prefix, layers));
        case "edges" -> each("edge", () -> edges.add(edge()));
        default -> xml.skip();
      }
    }
    depth--;
    return Graph.of(file, layers, edges);
  }

  private Graph.Edge edge() throws IOException {
    Graph.Edge edge =
        new Graph.Edge(
            number("from-layer"),
            number("from-port"),
            number("to-layer"),
            number("to-port"),
            xml.line());
    xml.skip();
    return edge;
  }

  private long number(String key) {
    return number(xml.attribute(key), key);
  }

  /// The number that an attribute holds.
  static long number(@Nullable String text, String key) {
    if (text == null) {
      throw new IllegalArgumentException(
          "the attribute %s is missing; write the model again".formatted(key));
    }
    long number = text.contains("-") ? -1 : Parsing.number(text).orElse(-1);
    if (number < 0) {
      throw new IllegalArgumentException(
          "%s=\"%s\" is not a number of 0 or more that fits 64 bits; write the model again"
              .formatted(key, OneLine.excerpt(text)));
    }
    return number;
  }

  private void layer(String prefix, Map<Long, Layer> layers) throws IOException {
    Layer begun = begin(prefix);
    layer = begun;
    while (xml.next()) {
      switch (xml.name()) {
        case "data" -> {
          copyAttributes(begun, "shape", "element_type", "offset", "size", "num_splits");
          xml.skip();
        }
        case "blobs" -> blobs(begun);
        case "input" -> each("port", () -> port("input", begun.inputs, begun.inputIds));
        case "output" -> each("port", () -> port("output", begun.outputs, begun.outputIds));
        default -> body(begun);
      }
    }
    declare(begun);
    Layer before = layers.putIfAbsent(begun.id, begun);
    if (before != null) {
      throw new IllegalArgumentException(
          "the id %s belongs to the layer of line %s already; give each layer its own"
              .formatted(begun.id, before.line));
    }
    layer = null;
  }

  private Layer begin(String prefix) {
    long id = number("id");
    String type = xml.attribute("type");
    if (type == null) {
      throw new IllegalArgumentException(
          "layer %s has no type; write the model again".formatted(id));
    }
    Layer.Kind kind = Layer.Kind.of(type, attribute("version", ""));
    Layer begun = new Layer(prefix, id, attribute("name", ""), type, kind, xml.line());
    copyAttributes(begun, "output_names");
    return begun;
  }

  private void copyAttributes(Layer owner, String... keys) {
    for (String key : keys) {
      String value = xml.attribute(key);
      if (value != null && owner.kind != Layer.Kind.OTHER) {
        owner.attributes.putIfAbsent(key, value);
      }
    }
  }

  /// Early models of version 10 have the position of a constant here.
  private void blobs(Layer owner) throws IOException {
    while (xml.next()) {
      copyAttributes(owner, "offset", "size", "precision");
      xml.skip();
    }
  }

  /// TensorIterator and Loop have a `body`, If has a `then_body` and an `else_body`.
  private void body(Layer owner) throws IOException {
    String element = xml.name();
    if (element.equals("body") || element.endsWith("_body")) {
      layer = null;
      owner.bodies.add(graph(owner.prefix(element)));
      layer = owner;
    } else {
      xml.skip();
    }
  }

  private void port(String side, List<Port> ports, Map<Long, Integer> ids) throws IOException {
    long id = number("id");
    if (ids.putIfAbsent(id, ports.size()) != null) {
      throw new IllegalArgumentException(
          "%s port %s is there twice; give each a number of its own".formatted(side, id));
    }
    Optional<ElementType> type = typeNamed(attribute("precision", ""));
    List<String> names = side.equals("output") ? names(attribute("names", "")) : List.of();
    List<String> extents = new ArrayList<>();
    each("dim", () -> extents.add(dimension(extents.size() + 1)));
    PartialShape shape =
        extents.isEmpty() ? PartialShape.unknownRank() : PartialShape.parse(extents.toString());
    ports.add(new Port(type, shape, names));
  }

  private String dimension(int rank) throws IOException {
    requireRank(rank);
    String text = xml.text(MAX_DIMENSION_TEXT);
    if (PartialShape.parse("[" + text + "]").rank() != 1) {
      throw new IllegalArgumentException(
          "dimension \"%s\" cannot be read; write one number".formatted(OneLine.excerpt(text)));
    }
    return text;
  }

  private static void requireRank(int rank) {
    require(rank <= MAX_RANK, "a shape has more than %s dimensions; no tensor has", MAX_RANK);
  }

  /// Empty for an unknown type: a model is refused only if the type is needed.
  private static Optional<ElementType> typeNamed(String text) {
    try {
      return Optional.of(ElementType.parse(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// Reads a list of names, in which a comma that belongs to a name is written `\,`.
  static List<String> names(String list) {
    return SEPARATOR
        .splitAsStream(list)
        .filter(name -> !name.isEmpty())
        .map(name -> name.replace("\\,", ","))
        .toList();
  }

  /// Reads type and shape of a parameter or a constant, from its port where attributes are missing.
  private static void declare(Layer layer) {
    boolean isConstant = layer.kind == Layer.Kind.CONSTANT;
    if (!isConstant && layer.kind != Layer.Kind.PARAMETER) {
      return;
    }
    Facts port = layer.outputs.isEmpty() ? Facts.NONE : Facts.NONE.or(layer.outputs.getFirst());
    String type = layer.attributes.getOrDefault("element_type", layer.attributes.get("precision"));
    String written = layer.attributes.getOrDefault("shape", isConstant ? "[]" : "...").strip();
    PartialShape shape =
        port.shape().isRankKnown() && !layer.attributes.containsKey("shape")
            ? port.shape()
            : PartialShape.parse(written.equals("[...]") ? "..." : written);
    if (shape.isRankKnown()) {
      requireRank(shape.rank());
    }
    layer.declared = new Facts(type == null ? port.type() : typeNamed(type), shape, true);
    if (isConstant) {
      locate(layer);
    }
  }

  private static void locate(Layer constant) {
    constant.offset = number(constant.attributes.get("offset"), "offset");
    constant.size = number(constant.attributes.get("size"), "size");
    Shape shape = constant.declared.shape().toShape();
    ElementType type = constant.declared.type().orElse(ElementType.STRING);
    if (type != ElementType.STRING && constant.size < type.bytes(shape.elements())) {
      throw new IllegalArgumentException(
          "its size of %s bytes is too small: %s %s takes %s; write the model again"
              .formatted(constant.size, type, shape, type.bytes(shape.elements())));
    }
  }
}
