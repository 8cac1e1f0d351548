/// What follows from shapes and small integers alone, without a model: whether two shapes agree,
/// which lengths the shapes of parts tell, what becomes of an axis that is split itself, what
/// OpenVINO answers where it should refuse.
///
/// In: shapes, types, values of `plan`, bytes of a constant. Out: the same, or a sentence.
///
/// To read first: [Shapes], [OpenVino]; [Integers] reads the values.
///
/// May use: `plan`, and how a text is quoted.
@NullMarked
package io.cleave.ir.infer;

import org.jspecify.annotations.NullMarked;
