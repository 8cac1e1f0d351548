/// Micro-benchmarks of what is paid per call, whatever the size of the data: planning, looking a
/// plan up, splitting a tiny tensor, launching. JMH runs them.
///
/// Read [PlanBenchmark] first.
///
/// May use: all of Cleave, LWJGL, JMH.
@NullMarked
package io.cleave.bench.micro;

import org.jspecify.annotations.NullMarked;
