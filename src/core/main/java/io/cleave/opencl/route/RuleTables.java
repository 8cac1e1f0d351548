package io.cleave.opencl.route;

import io.cleave.convert.Definition;
import io.cleave.opencl.route.Table.Piece;
import io.cleave.plan.Rule;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// The numbers that a kernel converts with: a rule for each piece, and the patterns that rules look
/// up, the same ones once.
final class RuleTables {
  /// As `convert.cl` has it: scale, bias, zero point, first pattern.
  private static final int RULE = 4 * Integer.BYTES;

  private static final long MOST_PATTERNS = 1 << 27;

  private final Recipe recipe;
  private final ByteBuffer rules;
  private final Map<Rule, Integer> tables = new HashMap<>();
  private final List<Definition> tabled = new ArrayList<>();

  private RuleTables(Recipe recipe, int count) {
    this.recipe = recipe;
    this.rules = buffer(Math.multiplyExact(count, RULE));
  }

  /// Those for the pieces of a group.
  static RuleTables of(Recipe recipe, OutputGroup group, Columns columns) {
    List<Piece> pieces = columns.stream().flatMap(List::stream).toList();
    RuleTables each = new RuleTables(recipe, pieces.size());
    // Parts are in the order of their places, and so are their pieces.
    Iterator<Stretch> parts = group.parts().iterator();
    Stretch part = parts.next();
    for (Piece piece : pieces) {
      while (piece.from() >= part.from() + part.run()) {
        part = parts.next();
      }
      each.add(part.part());
    }
    return each;
  }

  private void add(int part) {
    Definition definition = recipe.definition(part);
    Rule rule = definition.rule();
    switch (rule) {
      case Rule.Affine(float scale, float bias) -> rules.putFloat(scale).putFloat(bias).putInt(0);
      case Rule.Dequantized(float scale, long zero) ->
          rules.putFloat(scale).putFloat(0).putInt((int) zero);
      case Rule.Cast _ -> rules.putFloat(1).putFloat(0).putInt(0);
    }
    rules.putInt(recipe.byTable() ? firstPattern(definition) : 0);
  }

  private int firstPattern(Definition definition) {
    Integer known = tables.get(definition.rule());
    if (known != null) {
      return known;
    }
    int first = patterns();
    if (first + 256L > MOST_PATTERNS) {
      throw new IllegalArgumentException(
          "tables of more than %s patterns do not fit a device; convert fewer parts at once"
              .formatted(MOST_PATTERNS));
    }
    tables.put(definition.rule(), first);
    tabled.add(definition);
    return first;
  }

  /// How many patterns there are to look up.
  int patterns() {
    return tabled.size() << recipe.bits();
  }

  /// Adds the arguments.
  void addTo(KernelCall call) {
    call.table(Table.of(rules));
    if (recipe.byTable()) {
      call.table(lookups());
    }
  }

  private Table lookups() {
    ByteBuffer patterns = buffer(Math.multiplyExact(patterns(), recipe.bytes()));
    for (Definition definition : tabled) {
      long[] table = definition.table();
      for (int i = 0; i < 1 << recipe.bits(); i++) {
        put(patterns, table[i]);
      }
    }
    return Table.of(patterns);
  }

  private void put(ByteBuffer to, long pattern) {
    switch (recipe.bytes()) {
      case Short.BYTES -> to.putShort((short) pattern);
      case Integer.BYTES -> to.putInt((int) pattern);
      default -> to.putLong(pattern);
    }
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }
}
