/** Replaces the address of an erased person; nothing is sent there (RFC 2606). */
export const ERASED_DOMAIN = 'erased.invalid'

export const isErasedEmail = (email: string): boolean => email.endsWith(`@${ERASED_DOMAIN}`)
