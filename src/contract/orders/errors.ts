/** Error codes of this subject, with their HTTP status. */
export const ordersErrors = {
  /** Only an order of another status can take this change. */
  not_possible: 409,
  order_canceled: 409,
  all_credited: 409,
  not_paid: 409,
  /** A received check may still bounce. */
  not_cleared: 409,
  /** The order was completed once, so its volume was reversed for good. */
  has_counted: 409,
  is_credited: 409,
  /** Something of the order is packed or shipped, so that it cannot be edited. */
  already_packed: 409,
  line_product_deleted: 409,
  nothing_to_pay: 409,
  due_dates_switched_off: 409,
  no_open_claim: 409,
  contact_erased: 409,

  already_corrected: 409,
  is_correction: 409,
  not_a_received_check: 409,
  already_cleared: 409,

  nothing_open: 409,
  step_already_taken: 409,
  /** The previous step of the shipment is missing. */
  step_too_early: 409,
  is_pickup: 409,
  is_delivery: 409,

  bank_transaction_not_open: 409,
  already_received: 409,
  partly_booked: 409,
  nothing_to_undo: 409,

  order_link_expired: 410,

  amount_not_positive: 422,
  date_in_future: 422,
  date_in_past: 422,
  /** A year or more before the order was placed. */
  date_too_early: 422,
  credit_note_not_found: 422,
  more_than_refundable: 422,
  /** The refund exceeds the money that has cleared. */
  funds_not_cleared: 422,
  adjustment_too_large: 422,
  above_single_approver_limit: 422,

  line_not_found: 422,
  more_than_open: 422,
  shipment_not_found: 422,
  /** Several shipments await this step. */
  shipment_required: 422,
  tracking_number_invalid: 422,
  tracking_number_taken: 422,

  nothing_to_return: 422,
  line_packed: 422,
  credit_too_large: 422,
  credit_not_positive: 422,
  more_than_remains: 422,
  more_than_sold: 422,

  edit_unchanged: 422,
  no_lines_left: 422,
  too_many_lines: 422,

  order_not_found: 422,
  amount_required: 422,
  duplicate_order: 422,
  more_than_transaction: 422,
  too_many_transactions: 422,
  no_transactions_found: 422,
  format_not_supported: 422,
  row_invalid: 422,
  columns_not_recognized: 422,
  column_not_found: 422,

  /** Other orders changed the figures of a return at each attempt. */
  concurrent_changes: 503,
} as const
