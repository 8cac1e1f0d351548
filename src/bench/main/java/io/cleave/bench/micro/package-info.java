/// JMH benchmarks of the costs of a call: planning, looking a plan up, splitting a tiny tensor,
/// launching a kernel.
@NullMarked
package io.cleave.bench.micro;

import org.jspecify.annotations.NullMarked;
