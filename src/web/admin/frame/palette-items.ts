import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { hasPermission, type Permission, type Role } from '#contract/permissions.ts'
import { formatDollars } from '#domain/money/money.ts'
import { foldedWords, foldForSearch } from '#domain/text/search-fold.ts'
import { navItems, personalNavItems } from './navigation.ts'

export type PaletteItem = { to: string; title: string; note: string }

const MAX_PER_GROUP = 6

export const orderItems = (orders: AdminResponse<'managedOrders'> | undefined): PaletteItem[] =>
  (orders?.data ?? []).slice(0, MAX_PER_GROUP).map(({ id, name, order_total }) => ({
    to: fillPath(adminPaths.order, { order_id: id }),
    title: `${id} · ${name}`,
    note: formatDollars(order_total),
  }))

export const productItems = (products: AdminResponse<'managedProducts'> | undefined): PaletteItem[] =>
  (products?.data ?? []).slice(0, MAX_PER_GROUP).map(({ product_id, name, sku, stock }) => ({
    to: fillPath(adminPaths.product, { product_id }),
    title: name,
    note: [sku, stock === null ? '' : `${stock} left`].filter(Boolean).join(' · '),
  }))

export const memberItems = (results: AdminResponse<'memberSearch'> | undefined): PaletteItem[] =>
  (results?.members ?? []).slice(0, MAX_PER_GROUP).map(({ id, first_name, last_name, member_no, email }) => ({
    to: fillPath(adminPaths.member, { member_id: id }),
    title: `${first_name} ${last_name} · ${email}`,
    note: member_no,
  }))

export const messageItems = (messages: AdminResponse<'messages'> | undefined): PaletteItem[] =>
  (messages?.data ?? []).slice(0, MAX_PER_GROUP).map(({ id, name, subject, state }) => ({
    to: fillPath(adminPaths.message, { message_id: id }),
    title: `${name} · ${subject}`,
    note: state,
  }))

const actions: readonly { title: string; to: string; permission: Permission }[] = [
  { title: 'New order', to: adminPaths.newOrder, permission: 'orders.change' },
  { title: 'Add product', to: adminPaths.newProduct, permission: 'products.change' },
  { title: 'Import products', to: adminPaths.productImports, permission: 'products.change' },
  { title: 'Erase a guest’s data', to: adminPaths.guests, permission: 'members.erase' },
  { title: 'Newsletters', to: adminPaths.newsletters, permission: 'newsletters.send' },
  { title: 'Import a bank statement', to: `${adminPaths.bankTransactions}?import=1`, permission: 'payments.book' },
  { title: 'Volume shares', to: adminPaths.volumeShares, permission: 'reports.read' },
  { title: 'Member income', to: adminPaths.income, permission: 'reports.read' },
  { title: 'Correct a bonus', to: adminPaths.newCorrection, permission: 'bonuses.correct' },
]

/**
 * Returns the pages and actions with a word prefix for every typed word; those that start with the first typed word
 * come first.
 */
export function matchPages(input: string, role: Role): PaletteItem[] {
  const queryWords = foldedWords(input)
  const candidates = [
    ...actions.map((action) => ({ ...action, note: '' })),
    ...[...navItems, ...personalNavItems].map(({ name, to, key, permission }) => ({
      title: name,
      to,
      permission,
      note: `g ${key}`,
    })),
  ]
  const startsWithQuery = ({ title }: { title: string }) => foldForSearch(title).startsWith(queryWords[0] ?? '')
  return candidates
    .filter(({ title, permission }) => {
      const names = foldedWords(title)
      return hasPermission(role, permission) && queryWords.every((word) => names.some((name) => name.startsWith(word)))
    })
    .toSorted((a, b) => Number(startsWithQuery(b)) - Number(startsWithQuery(a)))
    .map(({ title, to, note }) => ({ title, to, note }))
}
