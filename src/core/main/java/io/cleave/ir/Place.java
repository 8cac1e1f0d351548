package io.cleave.ir;

import java.util.Optional;

/// Where in a model's `.xml` file the parser is: which elements mean something there.
enum Place {
  DOCUMENT,
  NET,
  LAYERS,
  LAYER,
  DATA,
  BLOBS,
  BLOB,
  INPUT,
  OUTPUT,
  PORT,
  DIM,
  EDGES,
  EDGE,
  BODY;

  /// The place that an element leads to; none if it and all that it holds are skipped.
  Optional<Place> inside(String element) {
    return Optional.ofNullable(
        switch (this) {
          case DOCUMENT -> element.equals("net") ? NET : null;
          case NET, BODY ->
              switch (element) {
                case "layers" -> LAYERS;
                case "edges" -> EDGES;
                default -> null;
              };
          case LAYERS -> element.equals("layer") ? LAYER : null;
          case LAYER -> inLayer(element);
          case INPUT, OUTPUT -> element.equals("port") ? PORT : null;
          case PORT -> element.equals("dim") ? DIM : null;
          case EDGES -> element.equals("edge") ? EDGE : null;
          case BLOBS -> BLOB;
          case DATA, BLOB, DIM, EDGE -> null;
        });
  }

  @org.jspecify.annotations.Nullable
  private static Place inLayer(String element) {
    return switch (element) {
      case "data" -> DATA;
      case "blobs" -> BLOBS;
      case "input" -> INPUT;
      case "output" -> OUTPUT;
      // TensorIterator and Loop have a body, If has a then_body and an else_body.
      default -> element.equals("body") || element.endsWith("_body") ? BODY : null;
    };
  }
}
