/** Error codes of this subject, with their HTTP status. */
export const networkErrors = {} as const
