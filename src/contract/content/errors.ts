/** Error codes of this subject, with their HTTP status. */
export const contentErrors = {
  /** The path of a former URL redirects already. */
  redirect_exists: 409,
  /** Its target leads back to it. */
  redirect_loop: 422,
  too_many_redirects: 422,
  terms_unchanged: 422,
  account_quota: 413,
  shop_quota: 413,
  not_a_picture: 415,
  heic_not_supported: 415,
  attachment_not_supported: 415,
  corrupt_picture: 422,
  picture_not_found: 422,
} as const
