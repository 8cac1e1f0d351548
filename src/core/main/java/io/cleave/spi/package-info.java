/// Code that all splitters share, not exported: argument checks, the memo of plans, strings,
/// residences, Flight Recorder events.
@NullMarked
package io.cleave.spi;

import org.jspecify.annotations.NullMarked;
