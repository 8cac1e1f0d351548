package io.cleave.cpu.loops;

import io.cleave.convert.Definition;
import io.cleave.plan.ElementType;

/// What arrays are converted by, where there is something better than plain loops. Safe for use by
/// many threads.
public interface ArrayKernels {
  /// Plain loops for all.
  ArrayKernels PLAIN =
      new ArrayKernels() {
        @Override
        public ArrayLoop decoding(Definition definition, ArrayLoop plain) {
          return plain;
        }

        @Override
        public ArrayLoop encoding(ElementType target, ArrayLoop plain) {
          return plain;
        }
      };

  /// Turns elements of the source into what the rule makes of them, a `float[]`.
  ///
  /// @param plain does the same
  ArrayLoop decoding(Definition definition, ArrayLoop plain);

  /// Turns a `float[]` into elements of the target.
  ///
  /// @param plain does the same
  ArrayLoop encoding(ElementType target, ArrayLoop plain);
}
