/// Threads that share the pieces of one work.
///
/// In comes [Work], numbered pieces; when [Team#run] returns, all are done, or the failure of one
/// is thrown:
///
/// ```
/// Team: the caller, and each Mate that is free -> Share: one thread's part -> Pieces: each, once
/// ```
///
/// Read [Team] first, then [Mate], who looks out for work before it sleeps. What the work is nobody
/// here asks.
@NullMarked
package io.cleave.cpu.team;

import org.jspecify.annotations.NullMarked;
