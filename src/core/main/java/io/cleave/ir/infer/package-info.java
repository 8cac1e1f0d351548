/// Inference from shapes and small integers alone, without a model: whether two shapes agree, which
/// lengths the shapes of parts tell, what becomes of an axis that is split itself.
///
/// Read [Shapes] first; [Integers] reads the values. [Difference] is the list of what OpenVINO
/// infers wrongly, [OpenVinoRules] foretells it.
@NullMarked
package io.cleave.ir.infer;

import org.jspecify.annotations.NullMarked;
