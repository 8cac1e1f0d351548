/// A device in memory, behind the port that drivers are behind: what `opencl` promises is tried on
/// it where no driver would do as it is told.
///
/// In: the calls of a `ClSession`. Out: bytes as the head comments of the kernels have them,
/// written as late and in as odd an order as wait lists allow, and what was not given back.
///
/// ```
/// FakeBinding -> FakeSession -> FakeQueue      commands in a random order -> FakeEvent
///                            -> FakeStore      memory that starts poisoned -> FakeMemory
///                            -> FakeCompiler   what is built, or refused -> FakeKernel
///                            -> Faults         the call that is to fail
/// ```
///
/// To read first: [FakeSession]; [FakeDevice], a user's data and parts on it. [FakeSplitterTest]
/// and [FakeResidenceTest] are the contracts of `opencl` on it.
@NullMarked
package io.cleave.opencl.fake;

import org.jspecify.annotations.NullMarked;
