/// Real drivers that are made to fail, to be late and to give other answers, at the C functions
/// that the bindings call.
///
/// ```
/// Interposed (a binding's byte code, rewritten)
///   -> Driver -> Mishap: refuse it?
///             -> Detour: LateCommands, or what a test does -> the real function
///             -> Pretence: another answer about the device
///             -> Ledger: what was made and not given back
/// ```
///
/// [FailingCallsContract] makes the calls of what [Work] names fail, in time and late, through both
/// bindings; [FailingCommandsTest] does so to the program, with what [Errand] names, and
/// [UnaskedDeviceTest] to what `Splitter.open()` opens. What is a user's, on whose queue a splitter
/// works, a [Ground] has: its own calls do not go through the driver.
@NullMarked
package io.cleave.opencl.driver;

import org.jspecify.annotations.NullMarked;
