-- In a transaction of its own, after the functions of 0087: an order that is placed meanwhile has words of the new kind already.
update order_search set words = words_of_order(order_id) where words <> words_of_order(order_id);
