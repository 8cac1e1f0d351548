/// Pictures of values, as text: an SVG document, or lines for a terminal.
///
/// ```
/// plan, names, device, route -> PlanPicture -> PlanSvg (a document)
///                                           -> PlanBar (lines for a terminal)
/// ```
///
/// Pure functions: nothing here reads a file or asks the machine.
@NullMarked
package io.cleave.draw;

import org.jspecify.annotations.NullMarked;
