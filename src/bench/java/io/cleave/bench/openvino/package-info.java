/// OpenVINO's plugin for the CPU as a contender, where OpenVINO is installed: a model that is one
/// VariadicSplit, or its preprocessor for pixels.
///
/// Read [OpenVinoPeer] first.
@NullMarked
package io.cleave.bench.openvino;

import org.jspecify.annotations.NullMarked;
