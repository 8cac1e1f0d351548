/// Real drivers that fail, run commands late and give other answers, at the C functions that the
/// bindings call.
///
/// ```
/// Interposed (loads a binding over functions that forward to a driver)
///   -> Driver (counts calls and live objects) -> Fault: does the call fail?
///        -> Interceptor: LateCommands, or that of a test -> the real function
///        -> DeviceAnswers: other answers about the device
/// ```
///
/// [FailingCallsTest] makes the calls of each [Scenario] fail, in time and late, through both
/// bindings; the command's tests do so to the program, and [UnaskedDeviceTest] to the devices that
/// `Splitter.open()` opens. The calls of a user, on whose queue a splitter works, do not go through
/// the driver.
package io.cleave.opencl.driver;
