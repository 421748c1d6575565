import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { PasswordLink } from '#contract/invitation.ts'
import type { User } from '#contract/member.ts'
import { paths } from '#web/paths.ts'

/** Loaded once; every change answers with the whole user, which replaces the loaded one (docs/specification §4). */
export const userQuery = () => queryOptions<User>({ queryKey: [paths.api.user], staleTime: Number.POSITIVE_INFINITY })

/** Describes a mailed link to set a password. */
export const passwordLinkQuery = (token: string) =>
  queryOptions<PasswordLink>({ queryKey: [paths.api.passwordLink(token)] })

/** Whether a query is a page of the user's orders, which other areas invalidate. */
export const isOrdersPage = (key: QueryKey): boolean =>
  String(key[0]).startsWith(paths.api.accountOrders(0).slice(0, -1))
