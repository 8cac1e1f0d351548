/// OpenVINO models, `.xml` and `.bin`: lists their splits and runs those made of splits.
@NullMarked
package io.cleave.ir;

import org.jspecify.annotations.NullMarked;
