/// OpenVINO models, an `.xml` and a `.bin` file of IR version 10 or 11: lists their splits, runs
/// those that are made of splits, and writes a split as one.
///
/// [Model#read] takes a model's structure from its `.xml` file; of the `.bin` file only the size is
/// looked at. [Model#splits] says what is known of every Split and VariadicSplit without running
/// anything. [ModelRun#of] checks that a model can be run, and runs it with a splitter:
///
/// ```java
/// Model model = Model.read(Path.of("model.xml"));
/// for (SplitLayer split : model.splits()) {
///   IO.println(split.layer().path() + " " + split.shape() + " " + split.findings());
/// }
///
/// ModelRun run = ModelRun.of(model);
/// try (Splitter splitter = Splitter.open()) {
///   Map<ModelOutput, Tensor> parts = run.execute(splitter, Map.of(run.input("x"), x), arena);
/// }
///
/// SplitPlan plan = model.split("attention/split").plan(data.shape(), data.type());
/// ```
///
/// [SplitModel] writes the plan of a split as a model.
///
/// Other layers are skipped. A malformed model, and a layer that cannot be run, is a
/// [BadModelException] that names file, line and layer. A split that is wrong in a model that can
/// be read is a [Finding]. A `.bin` file that does not exist is reported where a constant of it is
/// needed, see [MissingValues]. Document types and entities are refused.
@NullMarked
package io.cleave.ir;

import org.jspecify.annotations.NullMarked;
