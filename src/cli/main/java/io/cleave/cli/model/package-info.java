/// The commands for OpenVINO's models: `cleave ir` lists their splits, `cleave run` runs them on
/// files.
///
/// In: a model, files for its inputs. Out: a listing in words, as JSON or drawn; files of the
/// outputs, and a line for each.
///
/// Read [IrCommand] first, which prints a `SplitListing`; then [RunCommand]. `ModelData` opens a
/// file as the model says it is to be read, `DistinctNames` names the files of outputs.
///
/// No other command.
@NullMarked
package io.cleave.cli.model;

import org.jspecify.annotations.NullMarked;
