/// Splits tensors in plain Java and on OpenCL devices; start with [io.cleave.Splitter#open()].
///
/// The OpenCL bindings and the Vector API are optional: require their modules or add them with
/// `--add-modules org.lwjgl.opencl,jdk.incubator.vector`. LWJGL also needs `org.lwjgl.natives`.
module io.cleave {
  exports io.cleave;
  exports io.cleave.file;
  exports io.cleave.ir;
  exports io.cleave.opencl;
  exports io.cleave.operation;
  exports io.cleave.plan;
  exports io.cleave.conformance to
      io.cleave.cli;
  exports io.cleave.cpu to
      io.cleave.cli,
      io.cleave.spark,
      io.cleave.bench;
  exports io.cleave.file.format to
      io.cleave.cli,
      io.cleave.spark;
  exports io.cleave.file.io to
      io.cleave.cli;
  exports io.cleave.json to
      io.cleave.cli,
      io.cleave.bench;
  exports io.cleave.opencl.run to
      io.cleave.bench;
  exports io.cleave.opencl.session to
      io.cleave.cli,
      io.cleave.bench;
  exports io.cleave.spi to
      io.cleave.cli,
      io.cleave.bench;
  exports io.cleave.text to
      io.cleave.cli;
  exports io.cleave.tune to
      io.cleave.cli,
      io.cleave.bench;

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
