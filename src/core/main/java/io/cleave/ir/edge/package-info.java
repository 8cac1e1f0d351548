/// Which layer feeds which, in numbers: a large model has millions of edges.
///
/// In: [EdgeList] takes edges as the file names them, by ids. Out: [Connections] answers for layers
/// and ports by their positions, from both ends, and puts the layers in an order.
///
/// Read [Connections] first.
@NullMarked
package io.cleave.ir.edge;

import org.jspecify.annotations.NullMarked;
