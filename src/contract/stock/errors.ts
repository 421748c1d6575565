/** Error codes of this subject, with their HTTP status. */
export const stockErrors = {} as const
