/// OpenVINO itself, where it is installed: its C library through the JDK's foreign functions.
///
/// [OpenVinoOps] is the few operations that take a split; whoever trusts OpenVINO calls them in its
/// own process, as the benchmarks do. Whoever does not, asks an [Oracle], which runs it in another
/// process and survives its end:
///
/// ```
/// Inquiry -> Oracle -> (another process) Respondent -> OpenVinoOps, OutputShapes, RequestTensors
///                                            |
/// Answer  <---------------------------------+
/// ```
///
/// Read [Oracle] first, then [OpenVinoOps]; [OpenVinoHome] says where OpenVINO is. May use: `text`,
/// `plan`.
@NullMarked
package io.cleave.openvino.runtime;

import org.jspecify.annotations.NullMarked;
