import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import type { Browser } from './browser.ts'
import { withCurrentVersion } from './current-version.ts'

/** The header of the open order, with its states and next action; an open dialog hides it from assistive technology. */
export async function findOrderHeader(id: number) {
  const heading = await screen.findByRole('heading', { level: 1, name: `Order ${id}`, hidden: true })
  return within(heading.closest('header') as HTMLElement)
}

/** Sum of all changes in the ledger and the balance below it, in cents. */
export function readLedger(): { sum: number; balance: number } {
  const cents = (text: string) => Math.round(Number(text.replace('−', '-').replaceAll(/[$+,]/g, '')) * 100)
  const table = screen.getByRole('table', { name: 'Ledger' })
  const changes = [...table.querySelectorAll('tbody td:nth-child(3)')].map((cell) => cell.firstChild?.textContent ?? '')
  const balance = table.querySelector('tfoot td:last-child')?.textContent ?? ''
  return { sum: changes.reduce((sum, change) => sum + cents(change), 0), balance: cents(balance) }
}

/** The order as its page fetches it. */
export const fetchOrder = async (browser: Browser, id: number): Promise<ManagedOrder> =>
  (await browser.get(`/admin/orders/${id}.json`)).json()

/** Makes a change of the current version as the browser's staff member, while a page of someone else is open. */
export async function postAs(browser: Browser, path: string, body: object): Promise<void> {
  const response = await browser.post(path, await withCurrentVersion(browser, path, body))
  expect([path, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([path, 200, ''])
}
