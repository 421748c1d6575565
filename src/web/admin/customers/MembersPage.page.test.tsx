import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { findRow, waitForNoRow } from '#test/page-rows.ts'
import { fillCart, submit } from '#test/shop.ts'
import { openStaffBrowser } from '#test/staff.ts'

const membersPath = adminPaths.members

pageTest('the pages of members', (app) => {
  const db = () => app().services.db
  const makeLicensedUser = async (email: string, type: 'member' | 'franchise' = 'member') => {
    const user = await makeUser(db(), { email, type })
    await db().updateTable('users').set({ license_state: 'NJ' }).where('id', '=', user.id).execute()
    return user
  }

  it('find a member, save changes on top of those made meanwhile, and decide on the license', async () => {
    const { id, email } = await makeLicensedUser('franchise@example.com', 'franchise')
    await makeUser(db())
    const { user, path } = await openAdminPage(await openStaffBrowser(app, 'manager'), membersPath)
    await findRow('user')
    await user.keyboard('/franchise@')
    await waitForNoRow('user')
    await user.click(within(await findRow(email)).getByRole('link'))
    await screen.findByRole('heading', { name: 'License' })
    expect(path()).toBe(`${membersPath}/${id}`)

    await user.click(screen.getByRole('button', { name: 'Change' }))
    const change = await findDialog()
    const owner = await openStaffBrowser(app, 'owner')
    const { version } = (await owner.get(`/admin/members/${id}.json`)).json()
    const concurrent = { type: 'member', expected_version: version, reason: 'Agreed on by phone' }
    expect((await owner.post(`/admin/members/${id}/change`, concurrent)).statusCode).toBe(200)
    // Keyboard only.
    change.getByLabelText('Last name').focus()
    await user.keyboard('{Control>}a{/Control}Ferrara')
    change.getByLabelText('Reason').focus()
    await user.keyboard('Married{Enter}')
    expect((await change.findByRole('alert')).textContent).toContain('Someone else changed this member')
    expect(change.getByRole('status').textContent).toContain('Type:Franchise Member')
    expect(change.getByLabelText('Last name')).toHaveProperty('value', 'Ferrara')
    await user.click(change.getByRole('button', { name: 'Save' }))
    await screen.findByRole('heading', { level: 1, name: /Ferrara/ })
    expect(screen.getAllByText('Member').length).toBeGreaterThan(0)
    expect(screen.queryByText('Franchise')).toBeNull()

    await user.click(await screen.findByRole('button', { name: 'Reject license' }))
    const reject = await findDialog()
    await user.click(reject.getByRole('button', { name: 'Reject and email' }))
    const reason = reject.getByLabelText('Reason (the member sees this)')
    await reject.findByText('Enter a reason.')
    expect(reason.getAttribute('aria-invalid')).toBe('true')
    await user.type(reason, 'The number is not in the register.')
    await user.click(reject.getByRole('button', { name: 'Reject and email' }))
    await screen.findByText('The number is not in the register.')
    await waitUntilClosed()
    await user.click(screen.getByRole('button', { name: 'Approve the license' }))
    const approve = await findDialog()
    const expiresOn = approve.getByLabelText('Expiration date')
    await user.click(approve.getByRole('button', { name: 'Approve and email' }))
    await approve.findByText(/expir/i, { selector: '[id$="-error"]' })
    expect(expiresOn.getAttribute('aria-invalid')).toBe('true')
    await user.type(expiresOn, '2039-12-31')
    await user.click(approve.getByRole('button', { name: 'Approve and email' }))
    await screen.findByText('Valid until December 31, 2039')
    await waitUntilClosed()
    // The member gets an email, which can be opened from the member's page.
    const emails = within(screen.getByRole('region', { name: 'Emails' }))
    const listMails = () => emails.getAllByRole('button', { name: /license/i })
    await waitFor(() => expect(listMails()).toHaveLength(2))
    await user.click(listMails()[0] as HTMLElement)
    const frame = await (await findDialog()).findByTitle('The email as its recipient sees it')
    expect(frame.getAttribute('src')).toMatch(/^\/admin\/mails\//)
  })

  it('record a resale certificate, list it in its queue, and approve it by email', async () => {
    const { id } = await makeLicensedUser('reseller@example.com')
    const browser = await openStaffBrowser(app, 'manager')
    const { user, navigate } = await openAdminPage(browser, `${membersPath}/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Add certificate' }))
    const dialog = await findDialog()
    const state = await dialog.findByRole('option', { name: /Pennsylvania/ })
    await user.selectOptions(dialog.getByLabelText('State'), state)
    await user.type(dialog.getByLabelText('Number'), 'RC-4471')
    await user.type(dialog.getByLabelText('Expiration date'), '2031-12-31')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await screen.findByText('PA RC-4471')
    await navigate(`${membersPath}?only=newsletter`)
    const states = within(await screen.findByRole('navigation', { name: 'Status' }))
    states.getByRole('link', { name: /^Subscribed/ })
    await navigate(`${membersPath}?only=certificates`)
    await findRow('RC-4471')

    await navigate(`${membersPath}/${id}`)
    const certificate = within((await screen.findByText('PA RC-4471')).closest('li') as HTMLElement)
    await user.click(certificate.getByRole('button', { name: 'Approve certificate' }))
    await certificate.findByText('Approved')
    const emails = within(screen.getByRole('region', { name: 'Emails' }))
    await emails.findByRole('button', { name: /certificate/i })
  })

  it('link to all orders placed with the email of a member', async () => {
    const { id, email } = await makeUser(db(), { email: 'renata@example.com', firstName: 'Renata' })
    const { id: productId } = await makeProduct(db())
    const placeOrder = async (form: typeof pickupForm, owner: object) => {
      const cartOwner = await fillCart(db(), [{ id: productId }])
      expect((await submit(db(), app().services.jobs, { ...owner, cartOwner, form })).ok).toBe(true)
    }
    await placeOrder({ ...pickupForm, first_name: 'Otto', user_email: 'otto@example.com' }, {})
    const form = { ...pickupForm, first_name: 'Renata', user_email: email }
    for (let count = 0; count < 11; count++) await placeOrder(form, { userId: id, creditedUserId: id })
    const { user } = await openAdminPage(await openStaffBrowser(app, 'clerk'), `${membersPath}/${id}`)
    const latest = within(await screen.findByRole('region', { name: 'Latest orders' }))
    expect(latest.getAllByRole('row')).toHaveLength(11)
    await user.click(latest.getByRole('link', { name: 'All with this email' }))
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
    expect(screen.getByRole('searchbox')).toHaveProperty('value', email)
    const orders = within(await screen.findByRole('table', { name: 'Orders' }))
    const rows = orders.getAllByRole('row').slice(1)
    expect(rows).toHaveLength(11)
    for (const row of rows) expect(row.textContent).toContain('Renata')
  })
})
