/// Rules for an axis and for the lengths of the parts along it, shared by plans and operations. Not
/// exported.
@NullMarked
package io.cleave.plan.axis;

import org.jspecify.annotations.NullMarked;
