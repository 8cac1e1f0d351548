/// The four file formats: headers of files to tensors, and tensors to headers.
///
/// ```
/// StoredFile.open: MappedFile -> NpyFormat, NpzFormat (ZipReader), SafetensorsFormat -> Entry
/// FileLayout.of:   StoredLayout, .. -> NpyFormat, NpzFormat (ZipWriter), SafetensorsFormat
/// ```
///
/// Parsers trust nothing, and refuse before memory is allocated: by an IllegalArgumentException
/// with a sentence, which [StoredFile] turns into a MalformedFileException with the file's name. A
/// [DataSource] says where the bytes of a tensor are.
@NullMarked
package io.cleave.file.format;

import org.jspecify.annotations.NullMarked;
