package io.cleave.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A master and two workers on this machine, with Spark from the class path of the tests: a folder
/// of links to its jars is what they take for an installation.
///
/// They end with the test, and with the JVM if that ends before.
final class Cluster implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int CORES = 4;
  private static final int SECONDS = 30;

  /// What lives for seconds is slow while it is compiled well.
  static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final Path folder;
  private final int port;
  private final List<Process> processes = new ArrayList<>();

  /// Starts one.
  ///
  /// @param folder for logs, and for what the workers need
  /// @param gpu what the discovery script of each worker says, or empty for workers without GPUs
  Cluster(Path folder, String... gpu) throws IOException {
    this.folder = folder;
    this.port = freePort();
    linkJars();
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::close));
    start(
        "master",
        List.of(
            "org.apache.spark.deploy.master.Master",
            "--host",
            LOOPBACK,
            "--port",
            "" + port,
            "--webui-port",
            "0"));
    awaitMaster();
    for (int i = 0; i < 2; i++) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  "org.apache.spark.deploy.worker.Worker",
                  master(),
                  "--host",
                  LOOPBACK,
                  "--cores",
                  "" + CORES,
                  "--memory",
                  "3g",
                  "--webui-port",
                  "0",
                  "--work-dir",
                  folder.resolve("work" + i).toString()));
      if (gpu.length > 0) {
        command.addAll(List.of("--properties-file", gpus(i, gpu[i]).toString()));
      }
      start("worker" + i, command);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// Whoever comes too early comes again after 20 s.
  private void awaitMaster() throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (true) {
      try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        if (System.nanoTime() > end || !processes.getFirst().isAlive()) {
          throw e;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private void linkJars() throws IOException {
    Path jars = Files.createDirectories(home().resolve("jars"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      if (entry.endsWith(".jar") && !jar.getFileName().toString().startsWith("cleave")) {
        Path link = jars.resolve(jar.getFileName());
        if (!Files.exists(link)) {
          Files.createSymbolicLink(link, jar);
        }
      }
    }
  }

  private Path gpus(int worker, String addresses) throws IOException {
    Path script = folder.resolve("gpus%s.sh".formatted(worker));
    Files.writeString(
        script,
        """
        #!/bin/sh
        echo '{"name": "gpu", "addresses": %s}'
        """
            .formatted(addresses));
    if (!script.toFile().setExecutable(true)) {
      throw new IOException(script + " cannot be made executable");
    }
    long count = 1 + addresses.chars().filter(c -> c == ',').count();
    return Files.writeString(
        folder.resolve("worker%s.properties".formatted(worker)),
        """
        spark.worker.resource.gpu.amount %s
        spark.worker.resource.gpu.discoveryScript %s
        """
            .formatted(count, script));
  }

  private void start(String name, List<String> command) throws IOException {
    processes.add(
        process(List.of("-Xmx256m"), command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start());
  }

  /// Submits an application, and waits for its end.
  ///
  /// @param configuration of Spark, `key=value`
  /// @param args a jar and what its class is called with
  /// @return exit code, then what it printed
  Map.Entry<Integer, String> submit(List<String> configuration, List<String> args)
      throws Exception {
    List<String> command =
        new ArrayList<>(List.of("org.apache.spark.deploy.SparkSubmit", "--master", master()));
    configuration.forEach(one -> command.addAll(List.of("--conf", one)));
    command.addAll(args);
    Process process =
        process(List.of("-Xmx600m", "--add-modules=jdk.incubator.vector"), command)
            .redirectErrorStream(true)
            .start();
    processes.add(process);
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("it does not end, and printed " + printed);
    }
    return Map.entry(process.exitValue(), printed);
  }

  /// A process with Spark's classes.
  ///
  /// @param options of the JVM
  /// @param command a class and its arguments
  ProcessBuilder process(List<String> options, List<String> command) {
    List<String> all =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    all.addAll(QUICK);
    all.addAll(options);
    all.addAll(List.of("-cp", home().resolve("jars") + "/*"));
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all);
    builder
        .environment()
        .putAll(
            Map.of(
                "SPARK_HOME",
                home().toString(),
                "SPARK_LOCAL_IP",
                LOOPBACK,
                // Else it looks for the folders of a build.
                "SPARK_SCALA_VERSION",
                "2.13",
                "JAVA_HOME",
                System.getProperty("java.home"),
                // Some drivers are loaded into processes that must not hear of it.
                "LD_PRELOAD",
                ""));
    return builder;
  }

  private Path home() {
    return folder.resolve("spark");
  }

  /// What applications are submitted to.
  String master() {
    return "spark://%s:%s".formatted(LOOPBACK, port);
  }

  /// Ends the executors of one worker as a machine ends that is switched off, and the worker.
  void kill(int worker) {
    ProcessHandle handle = processes.get(1 + worker).toHandle();
    List<ProcessHandle> all = new ArrayList<>(handle.descendants().toList());
    all.add(0, handle);
    all.forEach(ProcessHandle::destroyForcibly);
  }

  /// What the executors wrote, all together.
  String executorLogs() throws IOException {
    StringBuilder logs = new StringBuilder();
    for (int i = 0; i < 2; i++) {
      Path work = folder.resolve("work" + i);
      if (Files.exists(work)) {
        try (var files = Files.walk(work)) {
          for (Path file : files.filter(f -> f.endsWith("stderr")).toList()) {
            logs.append(Files.readString(file));
          }
        }
      }
    }
    return logs.toString();
  }

  @Override
  public void close() {
    List<ProcessHandle> all = new ArrayList<>();
    for (Process process : processes) {
      process.descendants().forEach(all::add);
      all.add(process.toHandle());
    }
    all.forEach(ProcessHandle::destroyForcibly);
    for (Process process : processes) {
      try {
        boolean _ = process.waitFor(SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
