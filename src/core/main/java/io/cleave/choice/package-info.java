/// Which candidate is fastest here: measured while it works, kept, and explained.
///
/// All candidates for a plan write the same bytes, so a race needs no extra call: each call of a
/// user is carried out by one of them, and is one sample. The choice changes times, never answers.
///
/// ```
/// plan + memory -> Occasion: what matters for speed    Field: the candidates, the expected one first
///                      \                                /
///                       Book: Occasion -> Contest, once for the process
///                       Contest: whose turn?   Duel: one challenger against the expected one, in pairs
///                                  |           Budget: what racing may cost
/// RacingSplitter: each call        v
///   undecided: the one whose turn it is, timed      decided: the winner, untimed
/// Backstage: has the Workshop open, compile, warm and check a challenger before it may take a turn
///           and, when those have raced who are at hand, looks for devices: then there is one more race
/// Complaints: what is logged of those that fail
/// Records: what `cleave tune` found, in a file that every process reads
/// ```
///
/// Read [Contest] and [RacingSplitter] first. A call that is tiny, that finds its occasion decided,
/// or that must not be raced ([Choosing]) costs a look-up.
@NullMarked
package io.cleave.choice;

import org.jspecify.annotations.NullMarked;
