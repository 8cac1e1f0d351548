/// What it means to carry a plan out.
///
/// A [Splitter] takes a plan and memory, and moves the bytes. [HostSplitter] holds every promise
/// that all splitters make alike (which arguments are refused and in which words, what an unwanted
/// part is, views, strings, use after close), so that a twin adds nothing but the moving. A [Route]
/// says how a device would carry a plan out, and why. A [Device] is chosen by a [Binding] and a
/// [RouteName]; an [Obstacle] says why one is not there, and an [OpenClException] what its driver
/// refused. [Background] has threads for what no call should wait for.
///
/// ```
/// caller -> Splitter.split -> HostSplitter: open? arguments? unwanted parts? -> twin's carryOut(plan, data, parts)
/// ```
///
/// Read [Splitter] first, then [HostSplitter].
@NullMarked
package io.cleave.backend;

import io.cleave.spi.Background;
import io.cleave.spi.HostSplitter;
import org.jspecify.annotations.NullMarked;
