/** Replaces the email of an erased person; nothing is mailed there (RFC 2606). */
export const ERASED_DOMAIN = 'erased.invalid'

export const isErasedEmail = (email: string): boolean => email.endsWith(`@${ERASED_DOMAIN}`)
