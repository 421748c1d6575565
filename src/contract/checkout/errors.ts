/** Error codes of this subject, with their HTTP status. */
export const checkoutErrors = {
  account_needed: 409,
  license_expired: 409,
  license_not_approved: 409,
  /** Fewer pieces are available than ordered. */
  not_available: 409,
  /** A price in the cart differs from the one shown. */
  price_changed: 409,
  /** The total differs from the reviewed one; for customers, `order_total` is the current one. */
  total_changed: 409,
  cart_empty: 422,
  under_minimum: 422,
  zip_not_served: 422,
  method_not_offered: 422,
  state_not_found: 422,
  address_not_found: 422,
  card_not_offered: 422,
  quick_pay_not_offered: 422,
  /** The Idempotency-Key was used for another order. */
  key_reused: 422,
  too_many_orders: 429,

  customer_not_found: 422,
  customer_may_not_order: 422,
  referral_code_not_found: 422,
  handover_needs_pickup: 422,
  duplicate_line: 422,
  /** A product of the request is not for sale. */
  product_not_found: 422,
  discount_over_sub_total: 422,
  discount_above_role: 403,

  rate_in_past: 422,
  /** There is no tax rate to remove. */
  no_rate: 422,
  shipping_method_not_found: 422,
  /** The new order omits a method. */
  shipping_method_missing: 422,
  /** Another zone has the ZIP prefix. */
  prefix_taken: 422,

  certificate_expired: 422,
  /** Reviewed or replaced meanwhile, perhaps. */
  certificate_not_found: 409,
} as const
