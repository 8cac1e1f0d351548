/// Hours of use by many threads: `mvn test -Dgroups=soak`.
package io.cleave.soak;
