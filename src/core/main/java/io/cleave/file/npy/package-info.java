/// NumPy's `.npy`: one tensor behind a header.
///
/// ```
/// MappedFile -> NpyReader: NpyHeader (HeaderScanner, NpyDictionary, Dtype) -> Entry
/// Layout -> NpyContainer -> Container
/// ```
///
/// Read [NpyHeader] first. Types that NumPy lacks are kept as bytes: `bf16` as `<V2`, the 8-bit
/// floats as `|V1`, those narrower than a byte as a list of `|u1`, packed. Whoever reads them says
/// what they are, by a [io.cleave.file.tensor.Reading].
@NullMarked
package io.cleave.file.npy;

import org.jspecify.annotations.NullMarked;
