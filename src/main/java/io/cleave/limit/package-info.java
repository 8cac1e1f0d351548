/// How much an input may take that nobody trusts.
///
/// In: what a caller allows. Out: a sentence where an input claims more, before anything is
/// allocated for it.
///
/// Read [InputLimits] first: it is all there is.
@NullMarked
package io.cleave.limit;

import org.jspecify.annotations.NullMarked;
