/** Error codes of this subject, with their HTTP status. */
export const privacyErrors = {
  guest_not_found: 404,
  email_has_account: 409,
  already_erased: 409,
  open_business: 409,
  reason_names_person: 422,
  /** Staff cannot erase someone to whom they paid money. */
  own_money: 409,
  approval_pending: 409,
} as const
