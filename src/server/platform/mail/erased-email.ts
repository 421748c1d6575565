/** In place of the email of somebody who was erased: nobody is mailed there (RFC 2606). */
export const ERASED_DOMAIN = 'erased.invalid'

export const isErasedEmail = (email: string): boolean => email.endsWith(`@${ERASED_DOMAIN}`)
