/// What a plan becomes before memory is known: pieces of work that write no byte in common.
///
/// In comes a plan; out goes a [Program], of which any thread does any piece for a [Call]:
///
/// ```
/// Program ->  Tiles:      rows of bytes, a tile of them after the other
///                           -> Kernels: short runs, part by part       BulkCopies: long ones, row by row
///             Stretches:  rows that are longer than a piece
///             BitTiles:   rows of bits -> BitParts
///             BitRanges:  long ones    -> BitParts
///             Converted:  what is converted or stacked, a tile or a run after the other
/// MovedParts: the parts that are wanted     TileGrid, PieceSize: where tiles and pieces begin
/// Bound: the movers of one program, for each kind of memory that it met
/// ```
///
/// A tile is spread over the parts one after the other while it is in the cache, by a small loop
/// for each class of runs. Read [Program] first, then `Tiles`.
@NullMarked
package io.cleave.cpu.program;

import org.jspecify.annotations.NullMarked;
