/// Hours of use by many threads: `mvn test -Dgroups=soak`.
@NullMarked
package io.cleave.soak;

import org.jspecify.annotations.NullMarked;
