/** Error codes of this subject, with their HTTP status. */
export const contentErrors = {
  terms_unchanged: 422,
  account_quota: 413,
  shop_quota: 413,
  not_a_picture: 415,
  heic_not_supported: 415,
  attachment_not_supported: 415,
  corrupt_picture: 422,
  picture_not_found: 422,
} as const
