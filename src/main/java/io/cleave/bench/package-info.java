/// Compares who splits faster, on one machine and in one run: the plain-Java twin, every OpenCL
/// device on every route, what is chosen when nothing is asked for, and a plain copy of the same
/// bytes in the same kind of memory. `report` says what came out; `survey` draws what is split at
/// random, `image` has images.
///
/// ```
/// Suite or the user's plan -> Subject \
/// Lineup: who is on this machine       > Race -> Heat -> report
/// Entrant: a Contender and its Role   /
/// ```
///
/// A [Race] takes everybody in turn, again and again, so that a noisy machine is noisy for all;
/// answers are checked before anything is timed. A ratio within one heat means something; seconds
/// of two runs do not compare.
///
/// Read [Race] first, then [Lineup].
///
/// May use: `plan`, `json`, `backend`, `choice`, `draw`, `cpu`, `opencl`, and the root's factories.
@NullMarked
package io.cleave.bench;

import org.jspecify.annotations.NullMarked;
