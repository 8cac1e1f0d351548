/// OpenVINO's plugin for the CPU as a contender, where OpenVINO is installed: a model that is one
/// VariadicSplit, written by `ir.write` and run by `openvino.runtime`, or its preprocessor for
/// pixels.
///
/// Read [OpenVinoPeer] first.
///
/// May use: `plan`, `bench`, `bench.convert`, `ir.write`, `openvino.runtime`.
@NullMarked
package io.cleave.bench.openvino;

import org.jspecify.annotations.NullMarked;
