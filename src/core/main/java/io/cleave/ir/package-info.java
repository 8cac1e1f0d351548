/// OpenVINO models, an `.xml` and a `.bin` file of IR version 10 or 11: lists their splits, runs
/// those that are made of splits, and writes a split as one.
///
/// [Model#read] takes a model's structure from its `.xml` file; of the `.bin` file only the size is
/// looked at. [Model#splits] says what is known of every Split and VariadicSplit without running
/// anything. [ModelRun#of] checks that a model can be run, and runs it on a
/// [io.cleave.backend.Residence]:
///
/// ```java
/// Model model = Model.read(Path.of("model.xml"));
/// for (SplitLayer split : model.splits()) {
///   IO.println(split.layer().path() + " " + split.shape() + " " + split.findings());
/// }
///
/// ModelRun run = ModelRun.of(model);
/// try (Residence device = Residences.open(Devices.cpu(), Binding.AUTO, RouteName.AUTO)) {
///   Map<ModelOutput, Tensor> parts = run.execute(device, Map.of(run.input("x"), x), arena);
/// }
///
/// SplitPlan plan = model.split("attention/split").plan(data.shape(), data.type());
/// ```
///
/// Read [Model] first, then [SplitLayer] and [ModelRun], `ModelParser`, `Inference`, `Execution`.
///
/// [SplitModel] writes the plan of a split as a model.
///
/// ```
/// .xml -> text.XmlReader -> ModelParser (Place, LayerBuilder, GraphBuilder, Scope, edge) -> Model: Graph,
///   Layer, Port
/// .bin -> weights.Weights (Constants) -> weights.ConstantReader (infer.Integers)
/// Model -> Inference -> SplitReading (Facts, Surplus, infer, OpenVinoFindings) -> SplitLayer: shapes, plan, findings, what is
///   missing (MissingValues)
/// Model -> ModelRun -> Execution (Value) -> Residence
/// ```
///
/// What users call is here, with what makes it of a file. The packages below know no model and no
/// layer, and no module but this one sees them: [io.cleave.ir.text], [io.cleave.ir.edge],
/// [io.cleave.ir.infer], [io.cleave.ir.weights].
///
/// Whatever other layers a model has, and whatever else its files hold, is passed over. A model
/// that is broken is a [BadModelException], an `IllegalArgumentException` whose message is one
/// sentence with file, line and layer; so is a layer that cannot be run. A split that is wrong in a
/// model that can be read is a [Finding]. A `.bin` file that does not exist is missing only where a
/// constant of it is needed: see [MissingValues]. What the system fails to do is an `IOException`.
/// Document types and entities are refused; nothing recurses; constants are mapped when they are
/// needed, so that neither a deep model nor a large one is a problem.
@NullMarked
package io.cleave.ir;

import org.jspecify.annotations.NullMarked;
