/// Hugging Face's `.safetensors`: a JSON header, then the data of all tensors without gaps.
///
/// ```
/// MappedFile -> SafetensorsReader: SafetensorsEntry, SafetensorsType -> Inventory
/// NamedLayout, ... -> SafetensorsContainer -> Container
/// ```
///
/// Read [SafetensorsReader] first.
@NullMarked
package io.cleave.file.safetensors;

import org.jspecify.annotations.NullMarked;
