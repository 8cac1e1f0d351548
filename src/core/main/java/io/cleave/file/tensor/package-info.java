/// Tensors in files as users meet them: what a file holds, how its bytes are to be taken, and what
/// is wrong with it.
///
/// ```
/// Entry: StoredTensor (Layout, Content), or UnusableTensor, which says what to do about it
/// Reading    what the caller says of a file that does not say it itself
/// Content    where the bytes come from -> Pass: one reading of them
/// Existing   what becomes of a file that has the name of an output
/// BadFileException   a file or folder that was given cannot be used
/// ```
///
/// What makes and takes them is the package `io.cleave.file`.
///
/// Read [StoredTensor] first.
@NullMarked
package io.cleave.file.tensor;

import org.jspecify.annotations.NullMarked;
