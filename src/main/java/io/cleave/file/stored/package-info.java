/// A tensor as it stands in a file: what the formats share with each other and with whoever uses
/// them.
///
/// In comes a file, which is mapped once; out go [Entry]s, and for files that are to be written,
/// what stands around their data:
///
/// ```
/// file -> InputFile -> MappedFile: the bytes that a format reads its headers from
/// Inventory: all that a format's reader found; Entry, Entry, ...
/// Entry: StoredTensor (Layout, Content) or UnusableTensor, which says what to do about it
/// Layout: a StoredType, the file's word for an element, and a Reading, the caller's own
/// Content: MappedContent (StoredMember) or DeflatedContent (Inflation) -> Pass
/// NamedLayout, ... -> Container: what stands around the data of a file
/// ```
///
/// Read [StoredTensor] first, then [Content] and [Container]. Nothing here knows what a format's
/// headers look like.
///
/// May use: `plan`.
@NullMarked
package io.cleave.file.stored;

import org.jspecify.annotations.NullMarked;
