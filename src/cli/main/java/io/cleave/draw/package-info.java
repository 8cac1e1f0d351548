/// Plans as text, as an SVG document, or as a bar for a terminal: pure functions of a
/// [PlanPicture].
@NullMarked
package io.cleave.draw;

import org.jspecify.annotations.NullMarked;
