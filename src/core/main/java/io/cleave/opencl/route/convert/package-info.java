/// How a device converts while it splits.
///
/// In come a plan that converts and its `Job`; out go `Launch`es, or the reason why the device is
/// not asked:
///
/// ```
/// ConversionRoutes   what fits which device, and the launches
/// Recipe             how one element is converted: calculated, or looked up in tables made here
/// ConvertedTiles     convert_tiles: for processors, and wherever local memory is too small
/// ConvertedLocal     convert_local: for GPUs, through local memory
/// ```
///
/// Read [ConversionRoutes] first, then `Recipe`.
@NullMarked
package io.cleave.opencl.route.convert;

import org.jspecify.annotations.NullMarked;
