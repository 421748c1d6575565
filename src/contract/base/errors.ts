/** Error codes that any subject can have, with their HTTP status. */
export const baseErrors = {
  malformed: 400,
  not_signed_in: 401,
  not_permitted: 403,
  /** The anti-forgery token is missing or belongs to another session. */
  page_expired: 403,
  /** Needs a password or code entered in the last ten minutes. */
  reauthentication_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  /** The record is no longer at `expected_version`. */
  stale: 409,
  /** Another change of the same record is taking too long. */
  locked: 409,
  /** The change would change nothing. */
  unchanged: 409,
  too_large: 413,
  url_too_long: 414,
  wrong_type: 415,
  expectation_failed: 417,
  /** A field is missing or invalid; `errors` says which. */
  invalid: 422,
  reason_required: 422,
  /** Possible, but so unusual that `confirmed` must be sent. */
  confirmation_required: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  fault: 500,
  unavailable: 503,
} as const
