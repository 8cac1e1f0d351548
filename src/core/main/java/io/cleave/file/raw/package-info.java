/// Files of bare elements: one tensor, and not a word about it.
///
/// ```
/// MappedFile, Reading -> RawReader -> StoredTensor
/// Layout -> RawContainer -> Container
/// ```
///
/// Read [RawReader] first.
@NullMarked
package io.cleave.file.raw;

import org.jspecify.annotations.NullMarked;
