import { TOTP } from 'otpauth'
import { expect, type Page } from 'playwright/test'
import { runCommand, verifyEmail, writePost } from '../e2e-helpers.ts'
import { NEW_MEMBER_PASSWORD, type StateGroup } from './check-states.ts'
import { changeResponse, expectTable, expectText, failCall, fill, openFor, press, restoreResponses } from './steps.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

async function fetchEmail(page: Page): Promise<string> {
  return (await (await page.request.get('/account/user.json')).json()).email
}

/** A license that staff have approved. */
async function approveLicense(page: Page): Promise<void> {
  const approval = ['--license', 'approved', '--expires', '2038-01-31']
  await runCommand('user', 'set', await fetchEmail(page), ...approval)
}

async function submitEmptyPost(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Post' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Content' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const upload = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(9) }
  await dialog(page).getByLabel('Picture file').setInputFiles(upload)
  await dialog(page).getByRole('button', { name: 'Link' }).click()
  await expect(dialog(page).getByText('Fail to upload image!')).toBeVisible()
}

export const newMemberStates: StateGroup = {
  name: 'account of a new member',
  as: 'new member',
  refusals: [404, 415, 422],
  states: [
    ['profile', '/account'],
    ['profile without a name', fill('First Name', ''), press('Save'), expectText('First Name is required.')],
    ['password', '/account/password'],
    [
      'password with errors',
      (page) => main(page).getByRole('button', { name: 'Save' }).click(),
      expectText(/is required/),
    ],
    ['addresses', '/account/addresses'],
    ['address with errors', press('Add'), press('Save'), expectText(/is required/)],
    ['no orders', '/account/orders'],
    ['no points', '/account/points'],
    ['no payouts', '/account/payouts'],
    [
      'payout method with errors',
      press(/^(Change|Choose|Set|Add)/),
      fill('Phone number', 'soon'),
      press('Save'),
      expectText(/password/i),
    ],
    ['no sales', '/account/sales'],
    ['empty downline', '/account/sales/downline'],
    ['no statement', '/account/sales/statement'],
    ['no posts', '/account/posts'],
    ['post with errors', submitEmptyPost],
    ['license', '/account/license'],
    ['approved license', approveLicense, '/account/license'],
    ['my data', '/account/my-data'],
    ['erasure form', press('Erase my account')],
    ['scheduled erasure', scheduleErasure],
  ],
}

async function scheduleErasure(page: Page): Promise<void> {
  const section = page.getByRole('region', { name: 'Erase my account' })
  await section.getByLabel('Current Password').fill(NEW_MEMBER_PASSWORD)
  await section.getByRole('button', { name: 'Erase in 14 days' }).click()
  await expect(section.getByText('Your account will be erased after')).toBeVisible()
}

async function changeEmail(page: Page): Promise<void> {
  await main(page)
    .getByLabel('Email Address')
    .fill(`new-${await fetchEmail(page)}`)
  await main(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Confirm your new email' })).toBeVisible()
}

async function startSetup(page: Page): Promise<void> {
  await page.goto('/account/security')
  await page.getByLabel('Current Password').fill(NEW_MEMBER_PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
}

async function turnOnSecondFactor(page: Page): Promise<void> {
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Sign-in code').fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
}

async function signInUpToCode(page: Page): Promise<void> {
  const email = await fetchEmail(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await main(page).getByLabel('Email Address').fill(email)
  await main(page).getByLabel('Password').fill(NEW_MEMBER_PASSWORD)
  await main(page).getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Sign-in code')).toBeVisible()
}

export const securityStates: StateGroup = {
  name: 'email and second factor of a member',
  as: 'new member',
  refusals: [401, 422],
  states: [
    ['email to prove first', '/account/security'],
    ['proven email', async (page) => verifyEmail(page, await fetchEmail(page)), '/account/security'],
    ['QR code', startSetup],
    ['wrong code', fill('Sign-in code', '12'), press('Turn on'), expectText('This code is incorrect')],
    ['recovery codes', turnOnSecondFactor],
    ['second factor is on', press('I’ve saved them', 'link'), expectText('Two-step sign-in is on.')],
    ['turn off the second factor', press('Turn off')],
    ['pending change of email', '/account', changeEmail],
    ['sign-in with a code', signInUpToCode],
  ],
}

type LeaderFixture = { order: number; year: string; month: string; post: number }

/** A word wider than the narrowest screen reveals tables that cannot break it. */
const longPost = {
  title: 'Keratinsmoothingtreatmentsforcoarsehair in detail',
  language: 'en',
  content: '<h2>Foils</h2><p>Ten.</p>',
}

async function createLeaderFixture(page: Page): Promise<LeaderFixture> {
  const { data } = await (await page.request.get('/account/orders.json')).json()
  const { payouts } = await (await page.request.get('/account/payouts.json')).json()
  const [year, month] = payouts[0].month.split('-')
  return { order: data[0].id, year, month, post: await writePost(page, longPost) }
}

export const memberStates: StateGroup<LeaderFixture> = {
  name: 'account of a member',
  as: 'leader',
  setUp: createLeaderFixture,
  states: [
    ['orders', '/account/orders'],
    ['order', openFor(({ order }) => `/account/orders/${order}`)],
    ['page of orders that does not exist', '/account/orders?page=200000000'],
    ['addresses', '/account/addresses'],
    ['points', '/account/points'],
    ['payouts', '/account/payouts'],
    ['posts', '/account/posts'],
    ['editor of a post', press(/^Edit/), (page) => dialog(page).getByRole('textbox', { name: 'Content' }).waitFor()],
    ['post', openFor(({ post }) => `/posts/${post}`)],
  ],
}

const negativeMonth = {
  ...{ total_sales: -615.07, total_pv: -540, sales_bonus: -39.6, level_bonus: -23.9, total_bonus: -63.5 },
  ...{ state: 'paid', provisional: false, payout: { opening: 4.37, payable: 0, carried: -59.13, paid: true } },
}

/** Explains a figure of the Sales page in a drawer. */
const explain = (figure: string) => async (page: Page) => {
  const statement = page.getByRole('region', { name: /^Statement for/ })
  await page.goto('/account/sales')
  await statement.getByRole('button', { name: new RegExp(`^${figure} (?!bonus)`) }).click()
  await expect(dialog(page)).toBeVisible()
}

const amounts = (sales: number, level: number) => ({
  sales_bonus: sales,
  level_bonus: level,
  total_bonus: sales + level,
})

/** Changes of every kind, and more than the drawer lists. */
const manyChanges = changeResponse('**/account/sales/changes.json*', (json) => {
  const { difference } = json
  const member = { member_no: '1004', name: 'Dana R.', depth: 3 }
  const order = { order_no: 'O5', cause: 'returned', changed_at: difference.since, credited: member, customer: true }
  return {
    ...json,
    difference: {
      ...difference,
      shortened: 'reloaded',
      orders: [{ ...order, cv: -20, pv: -18, ...amounts(0, -1.2), reversal_of: null }],
      statuses: [{ member, active: false, joined: false, changed_at: difference.since }],
      levels: [{ member: { ...member, depth: 0 }, from: 3, to: 2 }],
      further_orders: { count: 1234, pv: 56_789, ...amounts(3.5, 120) },
      further_statuses: 2,
      further_levels: 1,
      remainder: amounts(-33, -200),
    },
  }
})

export const salesStates: StateGroup<LeaderFixture> = {
  name: 'sales of a member',
  as: 'leader',
  refusals: [422, 500],
  setUp: createLeaderFixture,
  states: [
    ['sales', '/account/sales'],
    ['figures as a table', (page) => page.getByText('The figures as a table').click()],
    ...['Level', 'Total sales', 'Total PV', 'Sales bonus', 'Level bonus', 'Total bonus'].map(
      (figure) => [`explanation of “${figure}”`, explain(figure)] as const,
    ),
    ['new user with errors', '/account/sales', press('Add User'), press('Save'), expectText('First Name is required.')],
    ['what changed', manyChanges, '/account/sales', press('What changed since yesterday?'), expectText('Total change')],
    ['downline', restoreResponses, '/account/sales/downline'],
    ['leg of the downline', press(/^Leg of/)],
    ['search in the downline', fill('Search your downline', 'a'), expectText(/found\./)],
    ['closed month', openFor(({ year, month }) => `/account/sales?year=${year}&month=${month}`)],
    ['statement', openFor(({ year, month }) => `/account/sales/statement?year=${year}&month=${month}`)],
    ['checked statement', press('Check all figures'), expectTable('What was recalculated')],
    [
      'month below zero',
      changeResponse('**/account/sales.json*', (json) => ({ ...json, detail: { ...json.detail, ...negativeMonth } })),
      '/account/sales',
      expectText('have been paid out'),
    ],
    [
      'sales that cannot be loaded',
      restoreResponses,
      failCall('**/account/sales.json*', 500),
      '/account/sales',
      expectText('We can’t load your sales right now.'),
    ],
  ],
}
