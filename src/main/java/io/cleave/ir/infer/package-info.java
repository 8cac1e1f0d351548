/// What follows from shapes and small integers alone, without a model: whether two shapes agree,
/// which lengths the shapes of parts tell, what becomes of an axis that is split itself.
///
/// In: shapes, types, values of `plan`, bytes of a constant. Out: the same, or a sentence.
///
/// Read [Shapes] first; [Integers] reads the values.
@NullMarked
package io.cleave.ir.infer;

import org.jspecify.annotations.NullMarked;
