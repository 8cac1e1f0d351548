/// The `.bin` file of a model, of any size.
///
/// In: a [Constant], which says where its data lies. Out: its bytes, read if they are few and
/// mapped if they are many, or its integers, which a [ConstantReader] reads only once. A file that
/// does not exist is an answer; a constant that does not lie within it is an
/// `IllegalArgumentException`, which whoever knows the layer says with it.
///
/// Read [Weights] first.
@NullMarked
package io.cleave.ir.weights;

import org.jspecify.annotations.NullMarked;
