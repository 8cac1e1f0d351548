/// Code that all splitters share, not exported: [ArgumentChecks], a cache of values by plans
/// ([PlanMemo]), strings, residences, Flight Recorder events.
@NullMarked
package io.cleave.spi;

import org.jspecify.annotations.NullMarked;
