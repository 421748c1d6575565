/** Error codes of this subject, with their HTTP status. */
export const operationsErrors = {
  /** The store has not opened yet; only signed-in staff see it. */
  shop_not_open: 503,
  /** A test order needs an active product in stock. */
  no_product_to_order: 409,
  /** Only a shop with the demo's data can be emptied. */
  not_a_demo_shop: 409,
  /** Emptying needs one process that does everything, because others keep data in memory. */
  several_processes: 409,
  /** The typed text is not the shop's name. */
  shop_name_differs: 422,
} as const
