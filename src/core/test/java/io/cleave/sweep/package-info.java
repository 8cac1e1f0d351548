/// Random splits by everything that splits, for as long as one likes: `mvn test -Dgroups=sweep`.
@NullMarked
package io.cleave.sweep;

import org.jspecify.annotations.NullMarked;
