/** Error codes of this subject, with their HTTP status. */
export const contentErrors = {
  /** The path of a former URL redirects already. */
  redirect_exists: 409,
  /** Its target leads back to it. */
  redirect_loop: 422,
  too_many_redirects: 422,
  terms_unchanged: 422,
  /** The shop uses the URL for something else. */
  slug_reserved: 422,
  too_many_pages: 422,
  /** The newest version is published already, or no version is. */
  nothing_to_publish: 422,
  /** The time has passed. */
  schedule_in_past: 422,
  account_quota: 413,
  shop_quota: 413,
  not_a_picture: 415,
  heic_not_supported: 415,
  attachment_not_supported: 415,
  corrupt_picture: 422,
  picture_not_found: 422,
  /** A place, or a former version that can be restored, shows the picture. */
  picture_in_use: 409,
  /** Uploaded by a member for a post. */
  picture_of_member: 409,
  /** In use itself, or not in all sizes. */
  replacement_unusable: 422,
} as const
