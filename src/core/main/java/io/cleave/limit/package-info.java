/// Limits on untrusted inputs.
@NullMarked
package io.cleave.limit;

import org.jspecify.annotations.NullMarked;
