/** Error codes of this subject, with their HTTP status. */
export const compensationErrors = {} as const
