/// Pictures of values, as text: an SVG document, or lines for a terminal.
///
/// ```
/// plan, names, device, route -> PlanPicture -> PlanSvg (a document)
///                                           -> PlanBar (lines for a terminal)
/// ```
///
/// Nothing here reads, writes, or looks at the machine: values in, text out.
///
/// Read [PlanPicture] first, then `PlanSvg`. May use: `text`, `plan`, `backend`.
@NullMarked
package io.cleave.draw;

import org.jspecify.annotations.NullMarked;
