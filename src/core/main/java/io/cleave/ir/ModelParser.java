package io.cleave.ir;

import io.cleave.file.Limits;
import io.cleave.ir.text.MalformedXmlException;
import io.cleave.ir.text.TensorNames;
import io.cleave.ir.text.XmlReader;
import io.cleave.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads the `.xml` file of a model in one pass, without recursion: what a body holds is as deep as
/// the file likes.
final class ModelParser {
  /// Deeper than any model is, and few enough that the names of what is inside stay short.
  private static final int MAX_NESTING = 100;

  /// An extent is a number or an interval of two.
  private static final int MAX_DIMENSION_TEXT = 64;

  private final Path file;
  private final XmlReader xml;
  private final Deque<Place> places = new ArrayDeque<>();
  private final Deque<GraphBuilder> graphs = new ArrayDeque<>();
  private final StringBuilder text = new StringBuilder();
  private String name = "";
  private int version;
  private @Nullable Graph whole;

  private final Limits limits;

  private ModelParser(Path file, XmlReader xml, Limits limits) {
    this.file = file;
    this.limits = limits;
    this.xml = xml;
    places.push(Place.DOCUMENT);
  }

  /// Reads a model's structure.
  ///
  /// @throws BadModelException if the file is missing or malformed
  /// @throws IOException if the system fails to read it
  static Model parse(Path file, Limits limits) throws IOException {
    try (XmlReader xml = new XmlReader(file, ModelFile.open(file, limits))) {
      return new ModelParser(file, xml, limits).parse();
    } catch (MalformedXmlException e) {
      String problem = String.valueOf(e.getMessage());
      throw e.line() == 0
          ? BadModelException.in(file, problem)
          : BadModelException.at(file, e.line(), problem);
    }
  }

  private Model parse() throws IOException {
    while (true) {
      switch (xml.next()) {
        case START -> start();
        case END -> end();
        case TEXT -> collect();
        case END_OF_FILE -> {
          Graph graph = Objects.requireNonNull(whole, "a document has a root");
          return new Model(file, name, version, graph, limits);
        }
      }
    }
  }

  private void start() throws IOException {
    Place here = Objects.requireNonNull(places.peek(), "the document");
    Place next = here.inside(xml.name()).orElse(null);
    if (here == Place.DOCUMENT && next == null) {
      throw here(
          "the root element is <%s>; an OpenVINO model begins with <net>, so give its .xml file"
              .formatted(OneLine.excerpt(xml.name())));
    }
    if (next == null) {
      xml.skip();
      return;
    }
    places.push(next);
    enter(next);
  }

  private void enter(Place place) {
    switch (place) {
      case NET -> beginModel();
      case BODY -> beginBody();
      case LAYER -> beginLayer();
      case DATA -> {
        keep("shape");
        keep("element_type");
        keep("offset");
        keep("size");
        keep("num_splits");
      }
      case BLOB -> blob();
      case INPUT -> layer().beginInputs();
      case OUTPUT -> layer().beginOutputs();
      case PORT ->
          layer()
              .beginPort(
                  number("id"),
                  xml.attribute("precision"),
                  TensorNames.parse(xml.attribute("names")));
      case DIM -> text.setLength(0);
      case EDGE ->
          graph()
              .edge(
                  number("from-layer"),
                  number("from-port"),
                  number("to-layer"),
                  number("to-port"),
                  xml.line());
      default -> {}
    }
  }

  private void end() {
    switch (places.pop()) {
      case NET -> whole = graphs.pop().build();
      case BODY -> {
        Graph body = graphs.pop().build();
        layer().body(body);
      }
      case LAYER -> graph().end();
      case PORT -> layer().endPort();
      case DIM -> dimension();
      default -> {}
    }
  }

  private void collect() {
    if (places.peek() != Place.DIM) {
      return;
    }
    if (text.length() + xml.textLength() > MAX_DIMENSION_TEXT) {
      throw problem("a <dim> has more than %s characters".formatted(MAX_DIMENSION_TEXT));
    }
    text.append(xml.text());
  }

  private void dimension() {
    try {
      layer().dimension(text.toString());
    } catch (IllegalArgumentException e) {
      throw problem(String.valueOf(e.getMessage()));
    }
  }

  private void beginModel() {
    String written = xml.attribute("version");
    if (written == null || !(written.strip().equals("10") || written.strip().equals("11"))) {
      throw here(
          "the model has IR version %s; versions 10 and 11 can be read, so convert it again with a recent OpenVINO"
              .formatted(written == null ? "none" : "\"" + OneLine.excerpt(written) + "\""));
    }
    version = Integer.parseInt(written.strip());
    String given = xml.attribute("name");
    name = given == null ? "" : given;
    graphs.push(new GraphBuilder(file, Scope.OUTERMOST));
  }

  private void beginBody() {
    if (graphs.size() > MAX_NESTING) {
      throw problem("bodies are nested more than %s deep; no model is".formatted(MAX_NESTING));
    }
    graphs.push(new GraphBuilder(file, graph().inner(xml.name())));
  }

  private void beginLayer() {
    String type = xml.attribute("type");
    String opset = xml.attribute("version");
    String given = xml.attribute("name");
    long id = number("id");
    if (type == null) {
      throw here("layer %s has no type; write the model again".formatted(id));
    }
    LayerKind kind = LayerKind.of(type, opset == null ? "" : opset);
    graph().begin(new LayerBuilder(id, given == null ? "" : given, type, kind, xml.line()));
    keep("output_names");
  }

  private void keep(String key) {
    layer().attribute(key, xml.attribute(key));
  }

  /// Where early models of version 10 say where a constant's data is.
  private void blob() {
    layer().fallback("offset", xml.attribute("offset"));
    layer().fallback("size", xml.attribute("size"));
    layer().fallback("element_type", xml.attribute("precision"));
  }

  private long number(String key) {
    String written = xml.attribute(key);
    if (written == null) {
      throw problem("<%s> has no %s; write the model again".formatted(xml.name(), key));
    }
    String digits = written.strip();
    try {
      if (digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return Long.parseLong(digits);
      }
    } catch (NumberFormatException _) {
      // The sentence below says what it should be.
    }
    throw problem(
        "%s=\"%s\" of <%s> is not a number of 0 or more that fits 64 bits; write the model again"
            .formatted(key, OneLine.excerpt(written), xml.name()));
  }

  /// A problem here, with the layer if there is one.
  private BadModelException problem(String problem) {
    boolean inLayer = places.contains(Place.LAYER) && places.peek() != Place.EDGE;
    if (!inLayer || places.peek() == Place.LAYER) {
      return here(problem);
    }
    return here(
        "layer %s \"%s\": %s".formatted(layer().id(), OneLine.excerpt(layer().name()), problem));
  }

  /// A problem on the line that was read last.
  private BadModelException here(String problem) {
    return BadModelException.at(file, xml.line(), problem);
  }

  private GraphBuilder graph() {
    return Objects.requireNonNull(graphs.peek(), "the parser is inside of a graph");
  }

  private LayerBuilder layer() {
    return graph().layer();
  }
}
