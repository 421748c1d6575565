/** Error codes of this subject, with their HTTP status. */
export const privacyErrors = {} as const
