import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Browser, browserOf } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createExample1, signInAs } from '#test/create-network.ts'
import { readInvitationToken } from '#test/invitations.ts'
import { changeOrderTo, makeOrder } from '#test/make-order.ts'
import { childForm } from '#test/member-forms.ts'
import { pickupForm } from '#test/order-forms.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { parseCents } from '#test/parse-cents.ts'
import { PASSWORD, signUp } from '#test/sign-up.ts'

const changesPath = /\/account\/sales\/changes\.json/
const findButton = () => screen.findByRole('button', { name: 'What changed since yesterday?' })

pageTest('the changes of a month', (app) => {
  const readUserId = async (browser: Browser): Promise<UserId> => (await browser.get('/account/user.json')).json().id
  async function completeOrder(browser: Browser, quantity: number) {
    const userId = await readUserId(browser)
    const id = await makeOrder(app().services, { quantity, form: pickupForm, userId, creditedUserId: userId })
    await changeOrderTo(app().services, id, 'paid', 'completed')
    await app().services.network.catchUp()
    return id
  }
  const findDrawer = async () => within(await screen.findByRole('dialog', { name: 'What changed' }))
  async function openChanges(browser: Browser) {
    const page = await openShopPage(browser, '/account/sales')
    ;(await findButton()).focus()
    await page.user.keyboard('{Enter}')
    return { ...page, drawer: await findDrawer() }
  }
  type Drawer = Awaited<ReturnType<typeof findDrawer>>
  const entry = (drawer: Drawer, pattern: RegExp) => {
    const texts = drawer.getAllByRole('listitem').map(({ textContent }) => textContent)
    const text = texts.find((candidate) => pattern.test(candidate))
    if (text === undefined) throw new Error(`No entry matches ${pattern}: ${texts.join(' | ')}`)
    return text
  }
  /** Expects the causes to add up to the total below them. */
  const expectSum = (drawer: Drawer) => {
    const total = drawer.getByText('Total change').parentElement?.textContent ?? ''
    const causes = [...document.querySelectorAll('dialog[open] section li > p:first-child')]
    const sum = causes.reduce((cents, { textContent }) => cents + parseCents(textContent), 0)
    expect(sum).toBe(parseCents(total))
  }

  it('lists orders, members and levels since yesterday, whose bonuses add up, and follows a cancellation', async () => {
    const { connection } = app().services
    const member = await signUp(app, 'changed@example.com')
    const personalId = await completeOrder(member, 4)
    const email = 'below-changed@example.com'
    expect((await member.post('/account/child/add', childForm(email))).statusCode).toBe(200)
    const token = await readInvitationToken(connection, await readUserId(member), email)
    const below = await signUpBelow(token, email)
    const downlineId = await completeOrder(below, 12)

    const { user, drawer } = await openChanges(member)
    await drawer.findByText(/^Compared with the start of/)
    expect(entry(drawer, /^LevelUp/)).toMatch(/User .+ Silver/)
    expect(entry(drawer, /^Total PV/)).toContain(`+${16 * 38}`)
    expect(entry(drawer, new RegExp(`^Order ${personalId} by you`))).toMatch(/\+152\u00a0PV · Sales bonus \+\$/)
    const downline = entry(drawer, new RegExp(`^Order ${downlineId} by `))
    expect(downline).toMatch(/Completed · .+ · in your direct line/)
    expect(downline).toMatch(/Sales bonus \+\$.+, level bonus \+\$/)
    expect(entry(drawer, /Joined and active\./)).toContain('in your direct line')
    entry(drawer, /Your account is active now\./)
    const levels = drawer.getByRole('heading', { name: 'Levels' }).closest('section')
    expect(levels?.textContent).toMatch(/You.+User .+ Silver/)
    expectSum(drawer)
    await user.click(drawer.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())

    await changeOrderTo(app().services, downlineId, 'canceled')
    await app().services.network.catchUp()
    const updated = (await openChanges(member)).drawer
    await updated.findByText(/^Compared with the start of/)
    entry(updated, new RegExp(`^Order ${personalId} by you`))
    expect(document.querySelector('dialog[open]')?.textContent).not.toContain(`Order ${downlineId}`)
    expect(entry(updated, /^LevelUnchanged/)).toContain('User')
    expectSum(updated)
  })

  async function signUpBelow(token: string, email: string): Promise<Browser> {
    const browser = browserOf(app)
    const reset = { token, password: PASSWORD, confirmation: PASSWORD }
    expect((await browser.post('/password/reset', reset)).statusCode).toBe(200)
    expect((await browser.post('/login', { email, password: PASSWORD })).statusCode).toBe(200)
    browser.reload()
    return browser
  }

  it('reports a failed request, which can be retried, and does not show it as unchanged', async () => {
    const member = await signUp(app, 'nothing-changed@example.com')
    const { user } = await openShopPage(member, '/account/sales')
    let fails = true
    interceptRequests(changesPath, async (send) => {
      if (fails) return new Response('', { status: 500 })
      const body = await (await send()).json()
      const { after } = body.difference
      return Response.json({ ...body, difference: { ...body.difference, before: after, statuses: [] } })
    })
    await user.click(await findButton())
    const drawer = await findDrawer()
    expect((await drawer.findByRole('alert')).textContent).toContain('We can’t load your changes right now.')
    fails = false
    await user.click(drawer.getByRole('button', { name: 'Try again' }))
    await drawer.findByText(/^Nothing has changed since \w+day, \w+ \d+\.$/)
  })

  it('are not offered for a closed month, whose figures are final', async () => {
    const { connection, db } = app().services
    const ids = await createExample1(connection)
    await inTransaction(db, (trx) => skipMonths(trx, month('2026-03'), Date.now()))
    await closeWithDefaults(connection, month('2026-03'), { now: Date.parse('2026-04-06T04:00:00Z') })
    const leader = await signInAs(app, connection, ids.get('A') as UserId)
    const { navigate } = await openShopPage(leader, '/account/sales')
    await findButton()
    await navigate('/account/sales?year=2026&month=03')
    await screen.findByText(/These figures are final/)
    expect(screen.queryByRole('button', { name: 'What changed since yesterday?' })).toBeNull()
  })

  it('summarize many causes, including those that cannot be compared', async () => {
    const amounts = (sales: number, level: number) => ({
      sales_bonus: sales,
      level_bonus: level,
      total_bonus: sales + level,
    })
    const member = await signUp(app, 'much-changed@example.com')
    const { user } = await openShopPage(member, '/account/sales')
    interceptRequests(changesPath, async (send) => {
      const body = await (await send()).json()
      const { difference } = body
      const cause = { member_no: '1004', name: 'Dana R.', depth: 3 }
      const order = {
        ...{ order_no: 'O5', cause: 'returned', changed_at: difference.since, credited: cause, customer: true },
        ...{ cv: -20, pv: -18, ...amounts(0, -1.2), reversal_of: null },
      }
      const lists = {
        orders: [order],
        statuses: [{ member: cause, active: false, joined: false, changed_at: difference.since }],
        levels: [
          { member: { ...cause, member_no: '1001', depth: 0 }, from: 3, to: 2 },
          { member: cause, from: 7, to: 8 },
        ],
      }
      const overflow = {
        further_orders: { count: 1234, pv: 56_789, ...amounts(3.5, 120) },
        further_statuses: 2,
        further_levels: 1,
      }
      const sums = {
        before: { ...difference.after, sales_level: 3, total_pv: 1600, ...amounts(100, 500) },
        after: { ...difference.after, sales_level: 2, total_pv: 58_371, ...amounts(70.5, 418.8) },
        change: { total_sales: 0, total_pv: 56_771, ...amounts(-29.5, -81.2) },
        remainder: amounts(-33, -200),
      }
      return Response.json({
        ...body,
        difference: { ...difference, shortened: 'reloaded', ...lists, ...overflow, ...sums },
      })
    })
    await user.click(await findButton())
    const drawer = await findDrawer()
    await drawer.findByText(/there’s nothing earlier to compare\.$/)
    expect(entry(drawer, /1,234 more orders/)).toContain('+56,789\u00a0PV')
    expect(entry(drawer, /^At different rates/)).toContain('Sales bonus −$33.00, level bonus −$200.00')
    expect(entry(drawer, /Order O5/)).toContain('Returned')
    drawer.getByText('And 2 more changes to statuses.')
    expect(entry(drawer, /^Total bonus/)).toContain('−$110.70')
    const [loss] = drawer.getAllByText('−$110.70')
    expect(loss?.className).toContain('text-danger')
    expectSum(drawer)
  })
})
