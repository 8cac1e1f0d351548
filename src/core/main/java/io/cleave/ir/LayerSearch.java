package io.cleave.ir;

import io.cleave.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Finds the layer that a user means.
final class LayerSearch {
  private static final int SHOWN = 8;

  private LayerSearch() {}

  static Layer find(Model model, String name) {
    List<Layer> named = new ArrayList<>();
    for (Graph graph : model.graphs()) {
      for (Layer layer : graph.layers()) {
        if (layer.isAt(name)) {
          named.add(layer);
        }
      }
    }
    // A Result may have the name of the layer that feeds it.
    if (named.size() > 1) {
      List<Layer> splits = named.stream().filter(layer -> layer.kind().isSplit()).toList();
      named = splits.size() == 1 ? splits : named;
    }
    return switch (named.size()) {
      case 0 -> byId(model, name);
      case 1 -> named.getFirst();
      default ->
          throw BadModelException.in(
              model.file(),
              "%s layers are named \"%s\", those with the ids %s; give the id"
                  .formatted(named.size(), OneLine.excerpt(name), ids(named)));
    };
  }

  private static Layer byId(Model model, String id) {
    return model.graph().layers().stream()
        .filter(layer -> Long.toString(layer.id()).equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                BadModelException.in(
                    model.file(),
                    "no layer is named \"%s\"; 'cleave ir' lists the splits"
                        .formatted(OneLine.excerpt(name(id)))));
  }

  private static String name(String text) {
    return text.isEmpty() ? "(empty)" : text;
  }

  private static String ids(List<Layer> layers) {
    return layers.stream()
        .limit(SHOWN)
        .map(layer -> Long.toString(layer.id()))
        .collect(Collectors.joining(", "));
  }
}
