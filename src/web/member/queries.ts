import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { PasswordLink } from '#contract/invitation.ts'
import type { User } from '#contract/member.ts'
import { paths } from '#web/paths.ts'

/** Loaded once; every change answers with the whole user, which takes its place (docs/specification §4). */
export const userQuery = () => queryOptions<User>({ queryKey: [paths.api.user], staleTime: Number.POSITIVE_INFINITY })

/** What a mailed link to set a password is about. */
export const passwordLinkQuery = (token: string) =>
  queryOptions<PasswordLink>({ queryKey: [paths.api.passwordLink(token)] })

/** Whether a read is a page of the own orders, which other areas make stale. */
export const isOrdersPage = (key: QueryKey): boolean =>
  String(key[0]).startsWith(paths.api.accountOrders(0).slice(0, -1))
