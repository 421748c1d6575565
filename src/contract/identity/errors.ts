/** Error codes of this subject, with their HTTP status. */
export const identityErrors = {
  sign_in_failed: 401,
  /** The sign-in, or the change of an email, also needs a code of the second factor. */
  second_factor_code_required: 401,
  second_factor_code_incorrect: 401,
  /** The role requires two-step sign-in, which the staff member has not set up. */
  second_factor_required: 403,
  reauthentication_failed: 422,
  link_expired: 422,
  /** The link that the server printed at its start was used, replaced, or is too old. */
  setup_link_expired: 422,
  confirmation_differs: 422,
  password_is_email: 422,
  password_too_common: 422,
  password_of_known_words: 422,
  /** Answer to the current password in a staff profile; 401 would mean signed out. */
  staff_password_incorrect: 422,
  /** A code that sets up, renews or removes the second factor. */
  code_required: 422,
  code_incorrect: 422,
  renewal_expired: 422,
  /** The reset was stopped or took effect. */
  reset_ended: 422,
  reset_pending: 409,
  email_taken: 422,
  last_owner: 409,
  owner_without_second_factor: 409,
  staff_not_active: 409,
  approval_decided: 409,
  /** The data has changed since the proposal, so the approval is void. */
  approval_outdated: 409,
  approval_not_possible: 409,
  own_proposal: 409,
  own_approval: 409,
  name_taken: 409,
  too_many_views: 422,
} as const
