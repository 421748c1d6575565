/** Error codes of this subject, with their HTTP status. */
export const mailErrors = {} as const
