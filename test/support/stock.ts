/** SQL statement that counts a product's stock: afterward it is `quantity` units, regardless of the previous stock. */
export const countStock = (productId: number, quantity: number): string => `
  insert into stock_movements (product_id, quantity, kind, reason, made_by)
  select ${productId}, ${quantity} - coalesce(sum(quantity), 0), 'count', 'counted', 'test'
    from stock_movements where product_id = ${productId}`
