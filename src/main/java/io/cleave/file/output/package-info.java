/// Files that are written aside: all get their names when the last one is complete, or none is
/// left.
///
/// In come [OutputFile]s, with what stands around their data, and then the data in any order; out
/// go whole files:
///
/// ```
/// OutputCheck, OutputFolder: whether they may be put there, before anything is written
/// OutputFile, ... -> Outputs -> PartRegion: where the data of one part goes -> AsideFiles
///                            -> PieceBlock: many short pieces of it at once
/// AsideFiles -> AsideFile: one file, under a hidden name until all are complete
///                 -> FormerFile: what had its name before, should one of them fail
/// AsideFiles -> LiveRun: tells others that the hidden files are in use
///            -> Leftovers, LeftLock: the hidden files of runs that were killed
/// ```
///
/// Read [AsideFiles] first, then [Outputs]; [HiddenName] is what all of them call files. What the
/// data is, and which format stands around it, nobody here asks.
///
/// May use: `text`, `plan`, `file.tensor`, `file.stored`, slf4j.
@NullMarked
package io.cleave.file.output;

import org.jspecify.annotations.NullMarked;
