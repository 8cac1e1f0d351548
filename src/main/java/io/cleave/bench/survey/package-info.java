/// Where this library is slow: geometries drawn at random, and what came out for them all.
///
/// ```
/// Geometries: drawn from a seed -> Subject \
///                                           Survey -> Stratum: the heats of one size
/// Lineup: who is on this machine -> Race   /             |
///                                          Distribution, Choices, Worst  what they say
///                                                        |
///                                          SurveyTable, SurveyJson, SurveyChart
/// ```
///
/// The suite says how fast twelve known splits are; the survey says what happens to those that
/// nobody thought of. It compares with the fastest plain copy of the same bytes in the same memory,
/// with the fastest peer where peers take part, and what the library chooses by itself with the
/// best that anybody in it can do.
///
/// All geometries run in one JVM, so that its compilers see many shapes at the same places in the
/// code, as they do in a program that splits more than one thing. A figure is the best of several
/// turns: choosing among equals looks a few percent worse than the best of them.
///
/// Read [Survey] first.
///
/// May use: `bench`, `bench.report`, `plan`, `json`, `draw`.
@NullMarked
package io.cleave.bench.survey;

import org.jspecify.annotations.NullMarked;
