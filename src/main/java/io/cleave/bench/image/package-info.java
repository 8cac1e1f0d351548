/// Images: what a preprocessing pipeline splits, and the library that people use for pixels beside
/// this one.
///
/// [ImageSuite] has the images; [ImageMeet] races one thread against one thread, and all against
/// all, in heats of their own, because a peer's number of threads is a switch of its process;
/// [ImageTable] and [ImageJson] say what came out.
///
/// Read [ImageMeet] first.
///
/// May use: `bench`, `bench.report`, `plan`, `json`.
@NullMarked
package io.cleave.bench.image;

import org.jspecify.annotations.NullMarked;
