import { screen, waitFor, within } from '@testing-library/react'
import { TOTP } from 'otpauth'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { month } from '#domain/calendar/month.ts'
import { EXAMPLE_PLAN } from '#domain/compensation/plan/plan.ts'
import { publishPlan } from '#server/compensation/plan/publish-plan.ts'
import { addStaff } from '#server/identity/staff/add-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Browser, browserOf } from '#test/browser.ts'
import { createMailbox } from '#test/mailbox.ts'
import { postAs } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest } from '#test/page.tsx'
import { recordPageLoads } from '#test/page-loads.ts'
import { findRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { makeStaff, openStaffBrowser, staffSession } from '#test/staff.ts'

const PASSWORD = 'lavender tubes 9'

pageTest('the pages of staff and approvals', (app) => {
  const mailbox = createMailbox(app)
  let owner: { email: string; browser: Browser }
  let manager: Browser
  beforeAll(async () => {
    const { db } = app().services
    const { id, email } = await makeStaff(db, 'owner')
    const browser = browserOf(app)
    browser.jar.set('staff', await staffSession(db, id))
    owner = { email, browser }
    manager = await openStaffBrowser(app, 'manager')
  })
  const passwordPath = async (email: string) => `/admin/set-password/${await mailbox.findToken(email, 'staff_link')}`
  const actor = () => ({ kind: 'command_line', by: owner.email }) as const
  const findCard = async (text: string | RegExp) => (await screen.findByText(text)).closest('article') as HTMLElement
  const approveAll = async (browser: Browser) => {
    const { approvals } = (await browser.get('/admin/approvals.json')).json()
    for (const { id, state } of approvals)
      if (state === 'proposed') await postAs(browser, '/admin/approvals/approve', { approval_id: id })
  }

  it('invite a clerk, who sets a password through the email once, and sign them out when deactivated', async () => {
    const email = 'new-clerk@shop.example'
    const { user } = await openAdminPage(owner.browser, adminPaths.staff)
    ;(await screen.findByRole('button', { name: 'Add staff' })).focus()
    await user.keyboard('{Enter}')
    const dialog = await findDialog()
    await user.type(dialog.getByLabelText('Email'), email)
    await user.type(dialog.getByLabelText(/^Name/), 'Noor Bakker')
    await user.type(dialog.getByLabelText('Reason'), 'Works on Saturdays')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitForToast('Invitation sent.')
    await findRow(email, 'Password not set yet')

    const clerk = browserOf(app)
    const path = await passwordPath(email)
    const invited = await openAdminPage(clerk, path)
    await invited.user.type(await screen.findByLabelText('Password'), PASSWORD)
    const confirmation = screen.getByLabelText('Confirm password')
    await invited.user.type(confirmation, 'something else 1')
    await invited.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(confirmation.getAttribute('aria-invalid')).toBe('true'))
    await invited.fill(confirmation, PASSWORD)
    await invited.user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe(adminPaths.login)
    // The link works only once.
    await openAdminPage(browserOf(app), path)
    await screen.findByRole('heading', { level: 1 })
    await screen.findByRole('alert')
    expect(screen.queryByLabelText('Confirm password')).toBeNull()

    const signIn = await openAdminPage(clerk, adminPaths.login)
    const pageLoads = recordPageLoads()
    await signIn.user.type(await screen.findByLabelText('Email'), email)
    await signIn.user.type(screen.getByLabelText('Password'), PASSWORD)
    await signIn.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(pageLoads).toEqual([adminPaths.home]))
    clerk.reload()
    const { navigate } = await openAdminPage(clerk, adminPaths.home)
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    await navigate(adminPaths.staff)
    await screen.findByText('You don’t have access to this')

    const again = await openAdminPage(owner.browser, adminPaths.staff)
    await again.user.click(within(await findRow(email, 'Active')).getByRole('button', { name: 'Edit' }))
    const edit = await findDialog()
    await again.user.click(edit.getByLabelText(/^Can sign in/))
    await again.user.type(edit.getByLabelText('Reason'), 'Left the company')
    await again.user.click(edit.getByRole('button', { name: 'Save' }))
    await findRow(email, 'Not active')
  })

  it('open the sign-in page, which returns to the same page, at the next update after a session has ended', async () => {
    const { db } = app().services
    const { id } = await makeStaff(db, 'clerk')
    const clerk = browserOf(app)
    clerk.jar.set('staff', await staffSession(db, id))
    await openAdminPage(clerk, '/admin/orders?queue=to_pack')
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
    const pageLoads = recordPageLoads()
    await db.updateTable('staff').set({ active: false }).where('id', '=', id).execute()
    await waitFor(() =>
      expect(pageLoads).toContain(`${adminPaths.login}?next=${encodeURIComponent('/admin/orders?queue=to_pack')}`),
    )
  })

  it('approve an owner proposed on the command line with two people, who joins by email with an app', async () => {
    const { db } = app().services
    const email = 'second-owner@shop.example'
    const newOwner = { email, name: '', role: 'owner', reason: 'For the new counter' } as const
    const proposed = await inTransaction(db, (trx) => addStaff(trx, actor(), newOwner, app().services))
    expect(proposed).toMatchObject({ ok: true, passed: false })
    const { user } = await openAdminPage(manager, adminPaths.approvals)
    const card = await findCard(/For the new counter/)
    expect(card.textContent).toContain('Awaiting approval')
    await user.click(within(card).getByRole('button', { name: 'Approve' }))
    // The command line has no staff identity, so another approval is required.
    await within(card).findByText(/You approved it\./)
    expect(within(card).queryByRole('button', { name: 'Approve' })).toBeNull()
    await approveAll(owner.browser)
    await within(card).findByText('Approved and executed')
    expect(within(card).queryByRole('button')).toBeNull()
    // The keyboard focus stays on the card.
    expect(document.activeElement).toBe(within(card).getByRole('heading'))

    const invited = await openAdminPage(browserOf(app), await passwordPath(email))
    await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    const secret = (document.querySelector('code')?.textContent ?? '').replaceAll(' ', '')
    await invited.user.type(screen.getByLabelText('Password'), PASSWORD)
    await invited.user.type(screen.getByLabelText('Confirm password'), PASSWORD)
    await invited.user.type(screen.getByRole('textbox', { name: 'Code' }), new TOTP({ secret }).generate())
    await invited.user.click(screen.getByRole('button', { name: 'Save' }))
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
    expect(codes).toHaveLength(10)
    const code = codes[0]?.textContent ?? ''

    const signIn = await openAdminPage(browserOf(app), adminPaths.login)
    const pageLoads = recordPageLoads()
    await signIn.user.type(await screen.findByLabelText('Email'), email)
    await signIn.user.type(screen.getByLabelText('Password'), PASSWORD)
    await signIn.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await signIn.user.type(await screen.findByLabelText(/^Code from your app/), code)
    await signIn.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(pageLoads).toEqual([adminPaths.home]))
  })

  it('show a replaced proposal as void, and execute the other with the second approval', async () => {
    const { db } = app().services
    const publish = (directLineRateBp: number) =>
      inTransaction(db, (trx) =>
        publishPlan(
          trx,
          actor(),
          { ...EXAMPLE_PLAN, firstMonth: month('2099-05'), directLineRateBp },
          { currentMonth: month('2026-11'), reason: 'Agreed in June' },
        ),
      )
    expect(await publish(200)).toMatchObject({ ok: true, passed: false })
    expect(await publish(250)).toMatchObject({ ok: true, passed: false, voided: true })
    await approveAll(manager)
    const { user } = await openAdminPage(owner.browser, adminPaths.approvals)
    expect((await findCard('200 basis points')).textContent).toContain('Void')
    const card = await findCard('250 basis points')
    expect(card.textContent).toContain('May 2099')
    expect(card.textContent).toContain('Awaiting approval')
    await user.click(within(card).getByRole('button', { name: 'Approve' }))
    await waitForToast('Approved and executed.')
    await within(card).findByText('Approved and executed')
    const { rows } = await app().services.connection.pool.query(
      `select direct_line_rate_bp from plans where first_month = '2099-05'`,
    )
    expect(rows).toEqual([{ direct_line_rate_bp: 250 }])
  })
})
