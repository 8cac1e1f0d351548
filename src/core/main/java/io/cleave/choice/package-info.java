/// Autotuning: which candidate is the fastest here, measured on the calls themselves.
///
/// All candidates for a plan write the same bytes, so measuring needs no extra call: each call of a
/// user is carried out by one of them, and is one sample. The choice changes times, never answers.
///
/// ```
/// plan + memory -> Occasion: the tuning key      Field: the candidates, the expected one first
///                      \                          /
///                       Book: Occasion -> Contest, once for the process
///                       Contest: whose turn?   Duel: one challenger against the expected one
///                                  |           Budget: what measuring may cost
/// RacingSplitter: each call        v
///   undecided: the one whose turn it is, timed      decided: the winner, untimed
/// Backstage: opens, compiles, warms and checks a challenger in the background before it may take a
///           turn, and looks for devices: then there is one more race
/// TuningFile: what `cleave tune` found, read by every process
/// ```
///
/// Read [Contest] and [RacingSplitter] first. A call that is tiny, that finds its occasion decided,
/// or that is not to be measured ([Choosing]) costs a look-up.
@NullMarked
package io.cleave.choice;

import org.jspecify.annotations.NullMarked;
