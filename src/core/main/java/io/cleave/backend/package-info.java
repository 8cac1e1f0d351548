/// Interfaces for carrying plans out.
///
/// A [Splitter] splits host memory, a [DeviceSplitter] data that lives on a device. A [Device] is
/// opened with a [Binding] and a [RouteName]; a [Route] explains how it carries a plan out. An
/// [Obstacle] says why a device is unavailable, and an [OpenClException] which OpenCL call failed.
///
/// Start with [Splitter].
@NullMarked
package io.cleave.backend;

import org.jspecify.annotations.NullMarked;
