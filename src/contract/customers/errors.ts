/** Error codes of this subject, with their HTTP status. */
export const customersErrors = {
  password_incorrect: 401,
  /** Staff who are signed in as a member cannot change anything. */
  read_only_session: 403,
  /** A page that is opened by a link that no longer works. */
  link_gone: 410,
  no_pending_email_change: 409,
  email_not_verified: 409,
  second_factor_already_on: 409,
  second_factor_not_started: 409,
  second_factor_not_on: 409,
  too_many_addresses: 422,
  /** Suspended or closed. */
  account_blocked: 409,
  /** The account belongs to a staff member. */
  staff_account: 409,
  member_unchanged: 422,
  no_license: 422,
  expiration_required: 422,
  expiration_in_past: 422,
  /** The license is approved for another member. */
  license_taken: 409,
} as const
