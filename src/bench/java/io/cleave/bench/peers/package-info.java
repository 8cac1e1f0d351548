/// Other libraries that split tensors, as contenders: the bar that Cleave is held to.
///
/// [Peers#present()] gives those that work on this machine. Each splits the same native memory with
/// its library's own split and leaves every part in memory of its own, so that all do the same
/// work; where a library has several ways to do that, its class says which one is timed, and why.
/// [PeerBench] checks them, times them and prints a table.
///
/// ```
/// PeerBench -> Suite, Survey, ImageSuite, Race   what is split, and the turns
///           -> PeerField -> Lineup               who takes part of this library
///              -> Peers                          and besides
///                -> OnnxRuntimePeer -> OnnxModel -> Proto   a model file made by hand
///                -> TensorFlowPeer  -> EagerSplit -> EagerOps
///                -> PyTorchPeer
///                -> OpenCvPeer      -> OpenCvRun -> OpenCvWork -> Pixels, Images
///                -> OpenVinoPeer    -> OpenVinoRun -> OpenVinoOps -> OpenVinoLibrary
/// ```
///
/// Read [PeerBench] first.
///
/// May use: `bench`, `bench.report`, `plan`, `cpu`, `ir`, the peers' libraries, slf4j.
@NullMarked
package io.cleave.bench.peers;

import org.jspecify.annotations.NullMarked;
