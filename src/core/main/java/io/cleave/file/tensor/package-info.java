/// Tensors of a file: [StoredTensor] has type, shape and data, [UnusableTensor] the reason for
/// which a tensor cannot be split.
@NullMarked
package io.cleave.file.tensor;

import org.jspecify.annotations.NullMarked;
