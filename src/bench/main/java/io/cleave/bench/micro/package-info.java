/// JMH benchmarks of the costs of a call: planning, splitting a tiny tensor.
@NullMarked
package io.cleave.bench.micro;

import org.jspecify.annotations.NullMarked;
