package io.cleave.tune;

import io.cleave.spi.AbstractSplitter;

/// A splitter that may be the fastest, or a splitter on one route.
///
/// @param name as in explanations and in the tuning file: `cpu`, or a device and a route
/// @param revision of its code and driver; stored results of another revision are ignored
/// @param splitter is only called by `carryOut`, after arguments are checked
record TuningCandidate(String name, String revision, AbstractSplitter splitter) {}
