/** Error codes of this subject, with their HTTP status. */
export const postsErrors = {
  picture_not_found: 422,
  content_too_long: 413,
  too_much_markup: 422,
  already_moderated: 409,
} as const
