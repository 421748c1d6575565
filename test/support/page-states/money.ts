import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { dataDir, postFromPage } from '../e2e-helpers.ts'
import { findModal } from '../staff-pages.ts'
import type { StateGroup } from './check-states.ts'
import { changeResponse, openDialog, openDialogFromMenu, openFor, restoreResponses, submitIncomplete } from './steps.ts'

const BANK_PAYMENTS = '/admin/money/bank-transactions'

/** Adds a payment that matches no order; returns its confirmation number. */
async function addBankPayment(page: Page): Promise<string> {
  const number = `CATALOG${Date.now()}`
  const text = `WENDELL OAKHURST sent you $7.31\nDate: 11/20/2026\nMemo: nothing we know\nConfirmation: ${number}\n`
  expect(await postFromPage(page, '/admin/bank-transactions/import', { text, kind: 'paste' })).toBe(200)
  return number
}

async function setAside(page: Page, number: string): Promise<void> {
  const { data } = await (await page.request.get('/admin/bank-transactions.json?match=unknown')).json()
  const { id } = data.find(({ bank_id }: { bank_id: string }) => bank_id.includes(number))
  const path = `/admin/bank-transactions/${id}/set-aside`
  expect(await postFromPage(page, path, { reason: 'Our own transfer' })).toBe(200)
}

async function previewBankFile(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(join(dataDir(), 'demo-notices.csv'))
  await expect(findModal(page).getByRole('status').first()).toContainText('Found 5 payments')
}

const pasteBankText = (toText: () => Promise<string> | string) => async (page: Page) => {
  await page.getByLabel('Or paste text').fill(await toText())
  await findModal(page).getByRole('button', { name: 'Preview' }).click()
}

async function addFirstOrder(page: Page): Promise<void> {
  await findModal(page).getByLabel('Find the order').fill('an')
  await page.getByRole('option').first().click()
  await expect(findModal(page).getByRole('textbox', { name: /^Amount for order/ })).toBeVisible()
}

export const moneyStates: StateGroup<string> = {
  name: 'payments in the back office',
  as: 'manager',
  refusals: [409, 422],
  setUp: addBankPayment,
  states: [
    ['money', '/admin/money'],
    ['bank payments', BANK_PAYMENTS],
    ['match of a payment', openDialog(/^Match \$7\.31/)],
    ['split of a payment', addFirstOrder],
    ['set aside without a reason', openDialogFromMenu(/^More for \$7\.31/, 'Set aside…'), submitIncomplete],
    ['set aside', (page, number) => setAside(page, number), `${BANK_PAYMENTS}?state=set_aside`],
    ['reopen', openDialog(/^Reopen \$7\.31/)],
    ['no recorded payments', `${BANK_PAYMENTS}?state=booked`],
    ['import', `${BANK_PAYMENTS}?import=1`, (page) => findModal(page).waitFor()],
    ['import of text without payments', pasteBankText(() => 'Hello,\nnothing to see here.'), expectAlert],
    ['preview of an import', previewBankFile],
    ['unpaid orders', '/admin/money?tab=unpaid'],
    ['due date without a reason', openDialogFromMenu(/^More for order/, 'Change due date…'), submitIncomplete],
    ['reported payments', '/admin/money?tab=unpaid&filter=claimed'],
    ['checks', '/admin/money?tab=uncleared'],
    ['bounced check', openDialog(/bounced$/)],
    ['refunds due', '/admin/money?tab=overpaid'],
    ['refund', openDialog(/^Refund order/)],
  ],
}

async function expectAlert(page: Page): Promise<void> {
  await expect(findModal(page).getByRole('alert').or(findModal(page).getByRole('status')).first()).toBeVisible()
}

type Months = { closable: string; paid: string }

async function findMonths(page: Page): Promise<Months> {
  const { data } = await (await page.request.get('/admin/months.json')).json()
  const find = (matches: (row: { state: string; to_close: boolean }) => boolean) => data.findLast(matches)?.month
  return {
    closable: find(({ to_close }) => to_close),
    paid: data.find((row: { state: string }) => row.state === 'paid').month,
  }
}

/** Orders of other tests do not outdate the preview. */
const currentPreview = changeResponse('**/admin/months/20*.json', (json) => ({
  ...json,
  preview: json.preview && { ...json.preview, is_current: true },
}))

async function previewMonth(page: Page): Promise<void> {
  const preview = page.getByRole('button', { name: /^Preview (the month|again)$/ })
  const close = page.getByRole('button', { name: /^Close \w+ \d+…/ })
  await preview.or(close).first().waitFor()
  if (!(await close.isVisible())) await preview.click()
  await close.waitFor()
}

/** The demo shop has paid all of its closed months. */
const unpaidMonth = changeResponse('**/admin/months/20*.json', (json) => ({
  ...json,
  state: 'closed',
  before: { to_close: [], to_pay: [] },
  ready: { payouts: 3, amount: 648.91 },
}))

export const monthStates: StateGroup<Months> = {
  name: 'months in the back office',
  as: 'owner',
  refusals: [422],
  setUp: findMonths,
  states: [
    ['months', '/admin/money/months'],
    ['previewed month', currentPreview, openFor(({ closable }) => `/admin/money/months/${closable}`), previewMonth],
    ['close of a month without a reason', openDialog(/^Close \w+ \d+…/), submitIncomplete],
    ['paid month', restoreResponses, openFor(({ paid }) => `/admin/money/months/${paid}`)],
    ['history of a payout', openDialogFromMenu(/^More for /, 'History')],
    [
      'returned payout',
      openFor(({ paid }) => `/admin/money/months/${paid}?payouts=paid`),
      openDialogFromMenu(/^More for /, /^Mark as returned/),
      submitIncomplete,
    ],
    ['failed payouts', openFor(({ paid }) => `/admin/money/months/${paid}?payouts=failed`)],
    ['send a payout', openDialogFromMenu(/^More for /, 'Mark as sent…'), chooseOther],
    ['hold a payout', openDialogFromMenu(/^More for /, 'Hold…')],
    ['retry a payout', openDialogFromMenu(/^More for /, 'Retry…')],
    ['unpaid month', unpaidMonth, openFor(({ paid }) => `/admin/money/months/${paid}`)],
    ['paying a month without a total', openDialog('Mark as paid…'), submitIncomplete],
    ['payees', restoreResponses, '/admin/money/payees'],
    ['W-9 of a payee', openDialog(/W-9 of /)],
    ['no payees', '/admin/money/payees?year=2001'],
  ],
}

async function chooseOther(page: Page): Promise<void> {
  await findModal(page).getByLabel('Method').selectOption({ index: 2 })
  await submitIncomplete(page)
}
