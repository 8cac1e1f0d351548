/// Splits tensors in plain Java and on OpenCL devices; start with [io.cleave.Splitters].
///
/// The OpenCL bindings and the Vector API are optional: require their modules or add them with
/// `--add-modules org.lwjgl.opencl,jdk.incubator.vector`. LWJGL also needs `org.lwjgl.natives`.
module io.cleave {
  exports io.cleave;
  exports io.cleave.backend;
  exports io.cleave.file;
  exports io.cleave.file.tensor; // what a file holds
  exports io.cleave.ir;
  exports io.cleave.limit;
  exports io.cleave.opencl.jocl;
  exports io.cleave.opencl.lwjgl;
  exports io.cleave.operation;
  exports io.cleave.plan;

  requires org.slf4j;
  requires java.management;
  requires java.xml;
  requires jdk.management;
  requires jdk.jfr;
  requires static org.jspecify;
  requires static jdk.incubator.vector;
  requires static jocl;
  requires static org.lwjgl;
  requires static org.lwjgl.opencl;
}
