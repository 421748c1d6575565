import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { makeUser } from '#test/factories.ts'
import { createMailbox } from '#test/mailbox.ts'
import { postAs } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { recordPageLoads } from '#test/page-loads.ts'
import { discardChanges } from '#test/page-unsaved.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the page of a member', (app) => {
  const { listSubjects } = createMailbox(app)
  const makeMember = (name: string) => makeUser(app().services.db, { email: `${name}@example.com`, firstName: name })
  const pathOf = (id: number) => `${adminPaths.members}/${id}`
  const findSponsors = async () => within(await screen.findByRole('region', { name: 'Sponsor' }))
  async function chooseSponsor(user: UserEvent, email: string) {
    const dialog = await findDialog()
    await user.type(dialog.getByLabelText('New sponsor'), email)
    await screen.findByRole('option', { name: new RegExp(email) })
    await user.keyboard('{Enter}')
    return dialog
  }

  it('plans a sponsor for the next month, unless someone else was first, emails those affected, and cancels it', async () => {
    const [member, sponsor, otherSponsor] = [
      await makeMember('moved'),
      await makeMember('sponsor'),
      await makeMember('second'),
    ]
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), pathOf(member.id))
    const sponsors = await findSponsors()
    await sponsors.findByText('No sponsor')
    await user.click(sponsors.getByRole('button', { name: 'Change sponsor' }))
    const dialog = await chooseSponsor(user, otherSponsor.email)
    await dialog.findByText('Joins the downline of')
    dialog.getByText('moved has no downline.')

    // An owner plans another sponsor first; the manager sees that, by polling or in the response, and keeps the input.
    const owner = await openStaffBrowser(app, 'owner')
    const { version } = (await owner.get(`${pathOf(member.id)}/sponsor/preview.json?sponsor_id=${sponsor.id}`)).json()
    const plan = { sponsor_id: sponsor.id, expected_version: version, reason: 'Both asked for it' }
    await postAs(owner, `${pathOf(member.id)}/sponsor/plan`, plan)
    const reason = dialog.getByLabelText('Reason')
    await user.type(reason, 'She works with the second now{Enter}')
    await dialog.findByText(/^“Both asked for it” \(/)
    expect(reason).toHaveProperty('value', 'She works with the second now')
    expect(dialog.getByRole('button', { name: 'Plan change' })).toHaveProperty('disabled', true)
    await discardChanges(user)
    await waitUntilClosed()
    await sponsors.findByText('Planned')
    expect(sponsors.getAllByRole('listitem')).toHaveLength(2)
    expect(sponsors.queryByRole('button', { name: 'Change sponsor' })).toBeNull()
    expect(await listSubjects(member.email)).toEqual([expect.stringContaining('Your sponsor changes in')])
    expect(await listSubjects(sponsor.email)).toEqual([expect.stringContaining('joins your direct line in')])

    await user.click(sponsors.getByRole('button', { name: 'Cancel change' }))
    const cancel = await findDialog()
    await user.click(cancel.getByRole('button', { name: 'Cancel change' }))
    const cancelReason = cancel.getByLabelText('Reason')
    await waitFor(() => expect(cancelReason.getAttribute('aria-invalid')).toBe('true'))
    await user.type(cancelReason, 'They changed their minds{Enter}')
    await waitUntilClosed()
    await sponsors.findByText('Canceled')
    sponsors.getByText(/They changed their minds/)
    expect(await listSubjects(member.email)).toEqual([
      expect.anything(),
      expect.stringContaining('Your sponsor is not changing'),
    ])
  })

  it('plans a sponsor that was previewed, never the member, and lists the plan in the history', async () => {
    const [member, sponsor] = [await makeMember('joined'), await makeMember('joining')]
    const { user } = await openAdminPage(await openStaffBrowser(app, 'owner'), pathOf(member.id))
    const sponsors = await findSponsors()
    await user.click(await sponsors.findByRole('button', { name: 'Change sponsor' }))
    const refused = await chooseSponsor(user, member.email)
    await refused.findByText('A member can’t be their own sponsor.')
    expect(refused.getByRole('button', { name: 'Plan change' })).toHaveProperty('disabled', true)
    await discardChanges(user)
    await waitUntilClosed()

    await user.click(sponsors.getByRole('button', { name: 'Change sponsor' }))
    const dialog = await chooseSponsor(user, sponsor.email)
    await dialog.findByText('joined has no downline.')
    await user.type(dialog.getByLabelText('Reason'), 'Both asked for it')
    await user.click(dialog.getByRole('button', { name: 'Plan change' }))
    await waitUntilClosed()
    await sponsors.findByText('Planned')
    await user.click(screen.getByRole('link', { name: 'History' }))
    await screen.findByText('Member sponsor change planned')
  })

  it('asks why before it opens the store as the member, and records the reason', async () => {
    const member = await makeMember('seen')
    const browser = await openStaffBrowser(app, 'manager')
    const { user, navigate } = await openAdminPage(browser, pathOf(member.id))
    const pageLoads = recordPageLoads()
    ;(await screen.findByRole('button', { name: 'Sign in as' })).focus()
    await user.keyboard('{Enter}')
    const reason = (await findDialog()).getByLabelText('Reason')
    await waitFor(() => expect(document.activeElement).toBe(reason))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'))
    expect(pageLoads).toEqual([])
    await user.type(reason, 'They cannot find their points{Enter}')
    await waitFor(() => expect(pageLoads).toEqual(['/account']))
    expect((await browser.get('/account/user.json')).json()).toMatchObject({ email: member.email })
    await navigate(`${adminPaths.audit}?subject=member:${member.id}`)
    await screen.findByText(/They cannot find their points/)
  })
})
