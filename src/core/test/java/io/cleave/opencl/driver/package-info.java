/// What becomes of sessions and splitters when a driver fails, tried on real ones: every call of
/// OpenCL is refused once.
///
/// ```
/// Interposed (a binding's byte code, rewritten) -> Driver -> Mishap: refuse it? -> the real function
///                                                    |
///                                                    +-> Ledger: what was made and not given back
/// ```
///
/// [FailingCallsContract] holds both bindings to it, with what [Work] names; [FailingCommandsTest]
/// the program, with what [Errand] names. What is a user's, on whose queue a splitter works, a
/// [Ground] has: its own calls do not go through the driver.
@NullMarked
package io.cleave.opencl.driver;

import org.jspecify.annotations.NullMarked;
