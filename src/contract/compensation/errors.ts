/** Error codes of this subject, with their HTTP status. */
export const compensationErrors = {
  /** The month is not closed yet. */
  statement_pending: 404,
  /** The person declined an earlier invitation less than two weeks ago. */
  invitation_declined: 422,

  month_busy: 409,
  month_not_over: 409,
  still_settling: 409,
  month_already_closed: 409,
  earlier_month_open: 409,
  not_previewed: 409,
  /** Orders or members have changed since the preview. */
  preview_outdated: 409,

  month_not_closed: 409,
  month_already_paid: 409,
  earlier_month_unpaid: 409,
  /** The payouts that can be sent have another total than the bank list. */
  total_mismatch: 409,

  already_sent: 409,
  already_held: 409,
  already_failed: 409,
  /** Neither on hold nor failed. */
  not_held: 409,
  is_held: 409,
  month_not_paid: 409,
  reference_required: 422,
  /** The member has chosen no payout method. */
  no_method: 422,
  method_is_new: 422,
  /** The last payout to this destination failed. */
  last_failed: 422,
  /** The member has chosen another payout method. */
  method_mismatch: 422,
  /** The W-9 was received in the future. */
  form_in_future: 422,

  correction_empty: 422,
  correction_too_large: 422,
  month_not_begun: 422,
  /** The member enrolled after the month. */
  not_enrolled: 422,
  counted_order_not_found: 422,
} as const
