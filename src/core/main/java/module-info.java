/// Splits tensors, in plain Java and on any OpenCL device. [io.cleave.Splitters] is where to begin.
///
/// The bindings to OpenCL and the Vector API are there or not: whoever wants one requires it, or
/// adds its module to the JVM, `--add-modules org.lwjgl.opencl,jdk.incubator.vector`; LWJGL needs
/// `org.lwjgl.natives` besides.
///
/// Public types there that users never need are marked as experimental: they are what packages that
/// are not exported build on, or implement, and may change with them.
module io.cleave {
  exports io.cleave;
  exports io.cleave.backend;
  exports io.cleave.choice;
  exports io.cleave.cpu;
  exports io.cleave.file;
  exports io.cleave.file.tensor; // what a file holds
  exports io.cleave.ir;
  exports io.cleave.limit;
  exports io.cleave.opencl.jocl;
  exports io.cleave.opencl.lwjgl;
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
