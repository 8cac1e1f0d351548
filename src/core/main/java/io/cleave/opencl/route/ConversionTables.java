package io.cleave.opencl.route;

import io.cleave.convert.Definition;
import io.cleave.opencl.route.Table.Piece;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import io.cleave.plan.SplitPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Conversion of elements by a kernel: by the arithmetic of `convert.cl`, or by a look-up table of
/// all patterns of the source. Collects a rule for each piece, and the look-up tables of different
/// rules.
final class ConversionTables {
  /// Bytes of a rule in `convert.cl`: scale, bias, zero point, first pattern.
  private static final int RULE = 4 * Integer.BYTES;

  private static final long MOST_PATTERNS = 1 << 27;

  private final ElementType source;
  private final Conversion conversion;
  private final boolean byTable;
  private final Map<Rule, Integer> firstPatterns = new HashMap<>();
  private final List<Definition> tabled = new ArrayList<>();

  ConversionTables(SplitPlan plan, DeviceInfo device) {
    this.source = plan.type();
    this.conversion = plan.conversion().orElseThrow();
    boolean calculates = isCalculated() && device.exactFloats();
    this.byTable = source.bits() <= Byte.SIZE && !calculates;
  }

  /// True if the type has 8 bits and costs less without a table. To 64 bits it does not.
  private boolean isCalculated() {
    boolean hasArithmetic =
        switch (source) {
          case U8, I8, BOOLEAN -> true;
          default -> false;
        };
    return hasArithmetic && conversion.target() != ElementType.F64;
  }

  /// True if the bits of results depend on how the device calculates.
  boolean needsExactFloats() {
    return !byTable;
  }

  /// The bits of an element of the data.
  int bits() {
    return source.bits();
  }

  /// The bytes of an element of a part.
  int bytes() {
    return conversion.target().bits() / Byte.SIZE;
  }

  /// The bytes of all look-up tables.
  long lookupBytes() {
    return (long) patterns() * bytes();
  }

  /// The number of patterns in all look-up tables.
  int patterns() {
    return tabled.size() << bits();
  }

  /// Adds the `-D` options.
  KernelCall define(KernelCall call) {
    call.define("BITS", bits()).define("BYTES", bytes()).define("RULE", "RULE_" + rule());
    if (!byTable) {
      call.define("SOURCE", type(source)).define("TARGET", type(conversion.target()));
    }
    return call;
  }

  private static String type(ElementType type) {
    return "TYPE_" + type.toString().toUpperCase(Locale.ROOT);
  }

  private String rule() {
    return byTable
        ? "TABLE"
        : switch (conversion.rule(0)) {
          case Rule.Cast _ -> "CAST";
          case Rule.Affine _ -> "AFFINE";
          case Rule.Dequantized _ -> "DEQUANTIZED";
        };
  }

  /// The conversion for messages: `u8 to f32, affine`.
  String text() {
    return "%s to %s, %s".formatted(source, conversion.target(), rule().toLowerCase(Locale.ROOT));
  }

  /// The table of a rule for each piece of a group, which also collects look-up tables.
  Table rules(OutputGroup group, List<Piece> pieces) {
    ByteBuffer rules = buffer(Math.multiplyExact(pieces.size(), RULE));
    // Parts are in the order of their places, and so are their pieces.
    Iterator<Run> runs = group.runs().iterator();
    Run run = runs.next();
    for (Piece piece : pieces) {
      while (piece.from() >= run.from() + run.length()) {
        run = runs.next();
      }
      Definition definition = Definition.of(source, conversion, run.part());
      switch (definition.rule()) {
        case Rule.Affine(float scale, float bias) -> rules.putFloat(scale).putFloat(bias).putInt(0);
        case Rule.Dequantized(float scale, long zero) ->
            rules.putFloat(scale).putFloat(0).putInt((int) zero);
        case Rule.Cast _ -> rules.putFloat(1).putFloat(0).putInt(0);
      }
      rules.putInt(byTable ? firstPattern(definition) : 0);
    }
    return Table.of(rules);
  }

  private int firstPattern(Definition definition) {
    Integer known = firstPatterns.get(definition.rule());
    if (known != null) {
      return known;
    }
    int first = patterns();
    if (first + 256L > MOST_PATTERNS) {
      throw new IllegalArgumentException(
          "tables of more than %s patterns do not fit a device; convert fewer parts at once"
              .formatted(MOST_PATTERNS));
    }
    firstPatterns.put(definition.rule(), first);
    tabled.add(definition);
    return first;
  }

  /// All look-up tables, one behind the other; none where elements are calculated.
  Table[] lookups() {
    if (!byTable) {
      return new Table[0];
    }
    ByteBuffer patterns = buffer(Math.toIntExact(lookupBytes()));
    for (Definition definition : tabled) {
      long[] table = definition.table();
      for (int i = 0; i < 1 << bits(); i++) {
        switch (bytes()) {
          case Short.BYTES -> patterns.putShort((short) table[i]);
          case Integer.BYTES -> patterns.putInt((int) table[i]);
          default -> patterns.putLong(table[i]);
        }
      }
    }
    return new Table[] {Table.of(patterns)};
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }
}
