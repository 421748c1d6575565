/** Error codes of this subject, with their HTTP status. */
export const postsErrors = {
  content_too_long: 413,
  too_much_markup: 422,
  already_moderated: 409,
} as const
