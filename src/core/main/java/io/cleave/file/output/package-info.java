/// Output files: written under temporary names, renamed when all are complete.
///
/// ```
/// OutputCheck, OutputFolder: checks before anything is written
/// OutputFile, ... -> Outputs -> PartRegion: where the data of one part goes -> AsideFiles
///                            -> PieceBlock: many short pieces of it at once
/// AsideFiles -> AsideFile: one file
/// ```
///
/// Read [AsideFiles] first, then [Outputs].
@NullMarked
package io.cleave.file.output;

import org.jspecify.annotations.NullMarked;
