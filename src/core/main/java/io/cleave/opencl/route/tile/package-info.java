/// How rows are cut into what a work-group takes.
///
/// In comes an `OutputGroup`, out go sizes and tables:
///
/// ```
/// TileShape   rows and columns of split_tiles          Columns    which pieces of parts a column has
/// LocalTile   what split_local holds in local memory   BitTiles   words of one part, for split_bits
/// Lanes       how many work-items share a piece of it
/// RowTiles    tiles along a grid's second dimension, in bands that a device grants
/// ```
///
/// Read `TileShape` first, then `Columns`.
@NullMarked
package io.cleave.opencl.route.tile;

import org.jspecify.annotations.NullMarked;
