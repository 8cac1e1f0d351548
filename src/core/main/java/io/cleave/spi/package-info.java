/// Code that all splitters share, exported only to Cleave's other modules: [ArgumentChecks], a
/// cache of values by plans ([PlanMemo]), residences, Flight Recorder events.
@NullMarked
package io.cleave.spi;

import org.jspecify.annotations.NullMarked;
