/// Thread pool for the pieces of a split: [ThreadPool] runs a [Work].
@NullMarked
package io.cleave.cpu.team;

import org.jspecify.annotations.NullMarked;
