import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '#web/api/query.ts'

/** Loaded once; every change returns the whole user, which replaces the loaded one (docs/specification §4). */
export const userQuery = () => queryOptions({ ...callQuery('user'), staleTime: Number.POSITIVE_INFINITY })

export type EmailedLinkCall =
  | 'invitationLink'
  | 'confirmEmailLink'
  | 'undoEmailLink'
  | 'proveEmailLink'
  | 'confirmNewsletterLink'
  | 'endNewsletterLink'

/** Fails when the emailed link no longer works; its page shows what to do about a dead one. */
export const emailedLinkQuery = (call: EmailedLinkCall, token: string) => callQuery(call, { params: { token } })

/** Describes an emailed link to set a password. */
export const passwordLinkQuery = (token: string) => callQuery('passwordLink', { params: { token } })
