package io.cleave.opencl.route;

import io.cleave.convert.Definition;
import io.cleave.plan.Conversion;
import io.cleave.plan.ElementType;
import io.cleave.plan.Rule;
import io.cleave.plan.SplitPlan;
import java.util.Locale;

/// How a kernel converts one element: by what `convert.cl` calculates, or by a table of all
/// patterns of the source. An immutable value.
///
/// @param source the type of the data
/// @param conversion what is asked for
/// @param byTable whether it is looked up
record Recipe(ElementType source, Conversion conversion, boolean byTable) {
  static Recipe of(SplitPlan plan, DeviceInfo facts) {
    Conversion conversion = plan.conversion().orElseThrow();
    boolean fits = plan.type().bits() <= Byte.SIZE;
    boolean calculates = isCalculated(plan.type(), conversion) && facts.exactFloats();
    return new Recipe(plan.type(), conversion, fits && !calculates);
  }

  /// Types of 8 bits that convert without a table, and cost less so. To 64 bits they do not.
  private static boolean isCalculated(ElementType source, Conversion conversion) {
    boolean hasArithmetic =
        switch (source) {
          case U8, I8, BOOLEAN -> true;
          default -> false;
        };
    return hasArithmetic && conversion.target() != ElementType.F64;
  }

  /// Whether its bits depend on how the device calculates.
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

  /// What becomes of the elements of a part.
  Definition definition(int part) {
    return Definition.of(source, conversion, part);
  }

  /// Whether outputs may begin within an element.
  boolean isLoose(Job job) {
    return job.outputGrain() % bytes() != 0;
  }

  /// Tells the compiler.
  void define(KernelCall call) {
    call.define("BITS", bits()).define("BYTES", bytes()).define("RULE", "RULE_" + rule());
    if (!byTable) {
      call.define("SOURCE", type(source)).define("TARGET", type(conversion.target()));
    }
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

  private static String type(ElementType type) {
    return "TYPE_" + type.toString().toUpperCase(Locale.ROOT);
  }

  /// `u8 to f32 by fma`, for people.
  String reason() {
    return "%s to %s %s".formatted(source, conversion.target(), how());
  }

  private String how() {
    return byTable
        ? "by a table"
        : switch (conversion.rule(0)) {
          case Rule.Cast _ -> "by a cast";
          case Rule.Affine _ -> "by fma";
          case Rule.Dequantized _ -> "by a difference and a product";
        };
  }
}
