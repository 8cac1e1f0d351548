package io.cleave.ir.write;

import io.cleave.plan.Dimension;
import io.cleave.plan.ElementType;
import io.cleave.plan.PartialShape;
import java.util.List;
import java.util.stream.Collectors;

/// Writes the `.xml` file of a [SplitModel]: what goes in, the split, and a result for each part.
final class SplitModelText {
  private final SplitModel model;
  private final List<SplitFeed> feeds;
  private final ElementType type;
  private final StringBuilder xml = new StringBuilder();

  SplitModelText(SplitModel model) {
    this.model = model;
    this.feeds = model.feeds();
    this.type = feeds.getFirst().type();
    add("<?xml version=\"1.0\"?>");
    add("<net name=\"split\" version=\"11\">");
    add("\t<layers>");
    addFeeds();
    addSplit();
    addResults();
    add("\t</layers>");
    add("\t<edges>");
    addEdges();
    add("\t</edges>");
    add("</net>");
  }

  private static String layer(int id, String name, String kind) {
    return "<layer id=\"%s\" name=\"%s\" type=\"%s\" version=\"opset1\">".formatted(id, name, kind);
  }

  private void add(String line) {
    xml.append(line).append('\n');
  }

  private void addFeeds() {
    SplitWeights weights = new SplitWeights(feeds);
    for (int id = 0; id < feeds.size(); id++) {
      SplitFeed feed = feeds.get(id);
      if (feed.bytes().isPresent()) {
        addConstant(id, feed, weights.offset(id), feed.bytes().get().byteSize());
      } else {
        addParameter(id, feed);
      }
    }
  }

  private void addConstant(int id, SplitFeed feed, long offset, long size) {
    add("\t\t" + layer(id, feed.name(), "Const"));
    add(
        "\t\t\t<data element_type=\"%s\" shape=\"%s\" offset=\"%s\" size=\"%s\"/>"
            .formatted(feed.type(), shape(feed), offset, size));
    add("\t\t\t<output><port id=\"0\" precision=\"%s\"/></output>".formatted(feed.type().irName()));
    add("\t\t</layer>");
  }

  private void addParameter(int id, SplitFeed feed) {
    add("\t\t" + layer(id, feed.name(), "Parameter"));
    add("\t\t\t<data shape=\"%s\" element_type=\"%s\"/>".formatted(shape(feed), feed.type()));
    add("\t\t\t<output>%s</output>".formatted(port(0, feed.type(), feed.tensor())));
    add("\t\t</layer>");
  }

  /// An unknown rank is written `...`. Every extent stands here, which no message says of many.
  private static String shape(SplitFeed feed) {
    PartialShape shape = feed.shape();
    return shape.isRankKnown()
        ? shape.dimensions().stream().map(Dimension::toString).collect(Collectors.joining(","))
        : shape.toString();
  }

  private static String port(int id, ElementType type, String name) {
    return "<port id=\"%s\" precision=\"%s\" names=\"%s\"/>"
        .formatted(id, type.irName(), XmlName.tensor(name));
  }

  private void addSplit() {
    boolean equal = model.numSplits().isPresent();
    add("\t\t" + layer(feeds.size(), "split", equal ? "Split" : "VariadicSplit"));
    model.numSplits().ifPresent(parts -> add("\t\t\t<data num_splits=\"%s\"/>".formatted(parts)));
    add("\t\t\t<input>");
    for (int port = 0; port < feeds.size(); port++) {
      add(
          "\t\t\t\t<port id=\"%s\" precision=\"%s\"/>"
              .formatted(port, feeds.get(port).type().irName()));
    }
    add("\t\t\t</input>");
    add("\t\t\t<output>");
    for (int part = 0; part < model.outputs(); part++) {
      add("\t\t\t\t" + port(feeds.size() + part, type, model.parts().get(part)));
    }
    add("\t\t\t</output>");
    add("\t\t</layer>");
  }

  private void addResults() {
    for (int part : model.wanted()) {
      add("\t\t" + layer(result(part), "part" + part, "Result"));
      add("\t\t\t<input><port id=\"0\" precision=\"%s\"/></input>".formatted(type.irName()));
      add("\t\t</layer>");
    }
  }

  private int result(int part) {
    return feeds.size() + 1 + part;
  }

  private void addEdges() {
    for (int input = 0; input < feeds.size(); input++) {
      addEdge(input, 0, feeds.size(), input);
    }
    for (int part : model.wanted()) {
      addEdge(feeds.size(), feeds.size() + part, result(part), 0);
    }
  }

  private void addEdge(int from, int fromPort, int to, int toPort) {
    add(
        "\t\t<edge from-layer=\"%s\" from-port=\"%s\" to-layer=\"%s\" to-port=\"%s\"/>"
            .formatted(from, fromPort, to, toPort));
  }

  @Override
  public String toString() {
    return xml.toString();
  }
}
