package io.cleave.cpu.vector;

import io.cleave.cpu.kernel.Kinds;
import jdk.incubator.vector.VectorSpecies;

/// What a copy of [KindLoops] is made for.
record LoopKind(VectorSpecies<Byte> species, Kinds kinds) {}
