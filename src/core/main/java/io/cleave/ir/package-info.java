/// OpenVINO models, an `.xml` and a `.bin` file of IR version 10 or 11: lists their splits, runs
/// those that are made of splits, and writes a split as one.
///
/// ```java
/// Model model = Model.read(Path.of("model.xml"));
/// for (SplitLayer split : model.splits()) {
///   IO.println(split.name() + " " + split.operation().data() + " " + split.findings());
/// }
/// SplitPlan plan = model.split("attention/split").plan(Layout.of(x.type(), x.shape()));
///
/// try (Splitter splitter = Splitter.open()) {
///   List<Tensor> parts = model.run(splitter, Map.of("x", x), arena);
/// }
/// ```
///
/// [Model#read] takes a model's structure from its `.xml` file; of the `.bin` file only the size is
/// read. A malformed model, and a layer that cannot be run, is a
/// [io.cleave.file.MalformedFileException] that names file, line and layer. A split that is wrong
/// in a model that can be read is listed with findings. [SplitModel] writes the plan of a split as
/// a model.
///
/// To change it, read `ModelReader` first, which makes a `Graph` of `Layer`s; then `Inference`,
/// which infers types and shapes for each split, and `ModelRun`, which runs a graph of splits.
@NullMarked
package io.cleave.ir;

import org.jspecify.annotations.NullMarked;
