/** Error codes of this subject, with their HTTP status. */
export const cartErrors = {
  not_for_sale: 422,
  /** Fewer pieces are available than requested; `remaining` says how many. */
  sold_out: 422,
  /** More of one product than a cart can have. */
  over_limit: 422,
  cart_full: 422,
} as const
