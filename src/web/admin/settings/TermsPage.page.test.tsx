import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Browser } from '#test/browser.ts'
import { browserOf } from '#test/browser.ts'
import { registrationForm } from '#test/member-forms.ts'
import { postAs } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { discardChanges } from '#test/page-unsaved.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the page of the terms', (app) => {
  let owner: Browser
  beforeAll(async () => {
    owner = await openStaffBrowser(app, 'owner')
    await publish('Be kind.')
  })
  const readTerms = async () => (await owner.get('/admin/terms.json')).json()
  const publish = async (text: string) => {
    const { version } = await readTerms()
    await postAs(owner, '/admin/terms/publish', {
      text,
      expected_version: version,
      reason: 'Legal review',
    })
  }
  const findText = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  const publishButton = () => screen.getByRole('button', { name: 'Publish…' })

  it('previews and publishes a new version with a reason, and lists who accepted which version', async () => {
    const { user } = await openAdminPage(owner, adminPaths.terms)
    await screen.findByRole('heading', { name: 'Versions' })
    expect(publishButton()).toHaveProperty('disabled', true)
    const text = await findText()
    expect(text.value).toBe('Be kind.')
    await user.type(text, '\n\nReturns are taken for 45 days.')
    expect((await screen.findByRole('region', { name: 'Preview' })).textContent).toContain('taken for 45 days.')
    publishButton().focus()
    await user.keyboard('{Enter}')
    const dialog = await findDialog()
    await user.click(dialog.getByRole('button', { name: 'Publish' }))
    const reason = dialog.getByLabelText('Reason')
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'))
    await user.type(reason, 'Legal review{Enter}')
    await waitUntilClosed()
    const currentVersion = await screen.findByRole('link', { name: 'Version 2 (current)' })
    expect(currentVersion.closest('li')?.textContent).toContain('accepted by no one')

    const visitor = browserOf(app)
    const page = await visitor.inject({ url: '/terms', headers: { accept: 'text/html' } })
    expect(page.body).toContain('Returns are taken for 45 days.')
    const registration = registrationForm('terms@example.com', 'a long enough one 4471')
    expect((await visitor.post('/register', registration)).statusCode).toBe(201)
    await user.click(currentVersion)
    const members = within(await screen.findByRole('region', { name: 'Members' }))
    members.getByRole('link', { name: 'Ana Reyes' })
    expect(screen.getByRole('region', { name: 'Text' }).textContent).toContain('Returns are taken for 45 days.')
  })

  it('keeps a draft when someone else publishes first, and compares it with that version', async () => {
    const { user } = await openAdminPage(await openStaffBrowser(app, 'owner'), adminPaths.terms)
    const text = await findText()
    const original = text.value
    await user.type(text, '\n\nMine.')
    // The page learns only from the refusal that someone else published within the same second.
    let isRefused = false
    interceptRequests(/\/admin\/changes\.json/, async (send) => (isRefused ? send() : Response.json({ data: [] })))
    await publish(`${original}\n\nTheirs.`)
    await user.click(publishButton())
    const refused = await findDialog()
    await user.type(refused.getByLabelText('Reason'), 'My update{Enter}')
    await refused.findByRole('alert')
    isRefused = true
    await discardChanges(user)
    await waitUntilClosed()
    await screen.findByText(/was published while you were writing/)
    expect(text.value).toContain('Mine.')
    expect(screen.getByRole('region', { name: 'Changes' }).textContent).toContain('Removed: Theirs.')

    await user.click(publishButton())
    const dialog = await findDialog()
    await user.type(dialog.getByLabelText('Reason'), 'Both have read it{Enter}')
    await waitUntilClosed()
    await waitFor(() => expect(publishButton()).toHaveProperty('disabled', true))
    expect(screen.queryByText(/was published while you were writing/)).toBeNull()
  })
})
