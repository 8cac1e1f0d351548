/// What the formats share with each other and with whoever uses them.
///
/// In comes a file, which is mapped once; out go entries, and for files that are to be written,
/// what stands around their data:
///
/// ```
/// file -> MappedFile: the bytes that a format reads its headers from
/// StoredType, the file's word for an element, and a Reading, the caller's own -> Layout
/// Content: MappedContent (StoredMember) or DeflatedContent (Inflation) -> Pass
/// Inventory: all that a format's reader found
/// NamedLayout, ... -> Container: what stands around the data of a file
/// ```
///
/// Read [MappedFile] first, then [Inventory] and [Container]. Nothing here knows what a format's
/// headers look like.
@NullMarked
package io.cleave.file.stored;

import org.jspecify.annotations.NullMarked;
