/// OpenVINO where it is installed: its C library through the JDK's foreign functions.
///
/// [OpenVinoOps] runs models in this process, as the benchmarks do. [OpenVinoClient] runs them in a
/// process of its own and survives its end, as the tests need it:
///
/// ```
/// Request -> OpenVinoClient -> (another process) OpenVinoWorker -> OpenVinoOps -> OpenVinoLibrary
/// Response <-------------------------------------+
/// ```
///
/// [OpenVinoHome] says where OpenVINO is.
package io.cleave.openvino.runtime;
