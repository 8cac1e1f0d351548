package io.cleave.file.npy;

import io.cleave.file.stored.NamedLayout;
import io.cleave.file.tensor.BadFileException;
import io.cleave.text.OneLine;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/// The Python dictionary that is a `.npy` header: its grammar, of which nothing is ever evaluated.
///
/// ```
/// {'descr': '<f4', 'fortran_order': False, 'shape': (4, 6, 8), }
/// ```
///
/// The three keys stand in any order, each once, and there is no other. No value nests, so that a
/// hostile header has no depth to offer.
final class NpyDictionary {
  private final HeaderScanner scanner;
  private final Set<String> keys = new HashSet<>();

  private String descr = "";
  private boolean fortranOrder;
  private long[] shape = {};

  private NpyDictionary(HeaderScanner scanner) {
    this.scanner = scanner;
  }

  /// Reads a header's text.
  ///
  /// @throws BadFileException if it is anything else, or its data type has fields
  static NpyDictionary parse(String text) {
    var dictionary = new NpyDictionary(new HeaderScanner(text));
    dictionary.read();
    return dictionary;
  }

  /// The data type, such as `<f4`.
  String descr() {
    return descr;
  }

  /// Whether the first index runs fastest.
  boolean fortranOrder() {
    return fortranOrder;
  }

  /// The extents.
  long[] shape() {
    return shape.clone();
  }

  private void read() {
    scanner.require('{');
    boolean more = true;
    while (more && scanner.next() != '}') {
      readItem();
      more = scanner.accept(',');
    }
    scanner.require('}');
    scanner.requireEnd();
    for (String key : new String[] {"descr", "fortran_order", "shape"}) {
      if (!keys.contains(key)) {
        throw scanner.fail("there is no key '%s'".formatted(key));
      }
    }
  }

  private void readItem() {
    String key = scanner.string();
    if (!keys.add(key)) {
      throw scanner.fail("the key '%s' stands there twice".formatted(OneLine.excerpt(key)));
    }
    scanner.require(':');
    switch (key) {
      case "descr" -> descr = dtype();
      case "fortran_order" -> fortranOrder = truth();
      case "shape" -> shape = tuple();
      default ->
          throw scanner.fail(
              "the key '%s' is none of descr, fortran_order and shape"
                  .formatted(OneLine.excerpt(key)));
    }
  }

  private String dtype() {
    int next = scanner.next();
    if (next == '[' || next == '(' || next == '{') {
      throw new BadFileException(
          "dtype %s has fields and cannot be split; save each field on its own, such as x['name']"
              .formatted(scanner.rest()));
    }
    return scanner.string();
  }

  private boolean truth() {
    String word = scanner.word();
    return switch (word) {
      case "True" -> true;
      case "False" -> false;
      default ->
          throw scanner.fail(
              "fortran_order must be True or False, not '%s'".formatted(OneLine.excerpt(word)));
    };
  }

  /// `()`, `(3,)` or `(3, 4)`; `(3)` is a number to Python, and not a shape.
  private long[] tuple() {
    scanner.require('(');
    long[] extents = new long[NamedLayout.MAX_RANK];
    int rank = 0;
    while (scanner.next() != ')') {
      if (rank == NamedLayout.MAX_RANK) {
        throw scanner.fail("the shape has more than %s dimensions".formatted(NamedLayout.MAX_RANK));
      }
      extents[rank++] = scanner.number();
      if (!scanner.accept(',') && (rank == 1 || scanner.next() != ')')) {
        throw scanner.expected("','");
      }
    }
    scanner.require(')');
    return Arrays.copyOf(extents, rank);
  }
}
