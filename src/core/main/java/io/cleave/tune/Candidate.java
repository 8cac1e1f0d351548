package io.cleave.tune;

import io.cleave.spi.HostSplitter;

/// A splitter that may be the fastest, or one route of it.
///
/// @param name as in explanations and in the tuning file: `cpu, 2 threads`, `pocl compiled`
/// @param revision of its code and driver; results for another revision do not count
/// @param splitter carries out plans whose arguments are checked
record Candidate(String name, String revision, HostSplitter splitter) {}
