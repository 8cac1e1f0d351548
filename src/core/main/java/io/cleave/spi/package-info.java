/// What splitters share and users do not see: argument checks, the memo of plans, strings, views,
/// residences in host memory, Flight Recorder events.
@NullMarked
package io.cleave.spi;

import org.jspecify.annotations.NullMarked;
