import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Newsletter } from '#contract/mail/admin-newsletter.ts'
import { sendNewsletter } from '#server/mail/newsletters/send-newsletter.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { MailDraft } from '#server/platform/mail/mail-text.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import type { Browser } from '#test/browser.ts'
import { browserOf } from '#test/browser.ts'
import { createMailbox } from '#test/mailbox.ts'
import { postAs } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest } from '#test/page.tsx'
import { renderMailPreview } from '#test/page-mail-preview.ts'
import { findRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const subscribersPath = `${adminPaths.members}?only=newsletter`

pageTest('newsletters', (app) => {
  let manager: Browser
  beforeAll(async () => {
    const { connection, db, settings } = app().services
    await connection.pool.query(`insert into newsletter_subscribers (email, state, confirmed_at)
      values ('ann@example.com', 'confirmed', now()), ('ben@example.com', 'confirmed', now())`)
    await inTransaction(db, (trx) => storeSetting(trx, 'newsletter_per_minute', '0'))
    await settings.reload()
    manager = await openStaffBrowser(app, 'manager')
  })
  const findBody = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  const saveButton = () => screen.getByRole('button', { name: 'Save' })
  const writeDraft = async (subject: string) =>
    (await manager.post('/admin/newsletters/write', { subject, body: 'We keep it.' })).json<Newsletter>()
  const pathOf = ({ id }: { id: number }) => `${adminPaths.newsletters}/${id}`

  it('are written with a preview and inserted elements, and neither saved empty nor tested without a subject', async () => {
    const { user } = await openAdminPage(manager, subscribersPath)
    await user.click(await screen.findByRole('link', { name: 'Newsletters' }))
    await screen.findByRole('heading', { level: 1, name: 'Newsletters' })
    await user.click(screen.getAllByRole('link', { name: 'New newsletter' })[0] as HTMLElement)
    await screen.findByRole('heading', { level: 1, name: 'New newsletter' })
    expect(saveButton()).toHaveProperty('disabled', true)
    await user.type(await findBody(), 'Soon.')
    await user.click(saveButton())
    await screen.findByRole('heading', { level: 1, name: 'No subject' })
    await user.click(screen.getByRole('button', { name: 'Send me a test' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Enter a subject.')

    await user.type(screen.getByLabelText('Subject'), 'News')
    const body = await findBody()
    await user.clear(body)
    await user.type(body, 'We keep it.')
    // Elements are inserted at the caret.
    screen.getByRole('button', { name: 'Insert: Button' }).focus()
    await user.keyboard('{Enter}')
    expect(body.value).toBe('We keep it.\n\n[See it in the store](/packages)')
    await waitFor(async () => (await renderMailPreview(manager)).getByRole('link', { name: 'See it in the store' }))
    await user.click(screen.getByRole('button', { name: 'As text' }))
    await screen.findByText(/See it in the store: +http/)
    await user.click(screen.getByRole('button', { name: 'As a page' }))
    await screen.findByTitle('The email as its recipient sees it')
    await user.click(saveButton())
    await screen.findByRole('heading', { level: 1, name: 'News' })
  })

  it('are tested in the current text, and show the second author the changes of the first', async () => {
    const draft = await writeDraft('Two authors')
    const { user } = await openAdminPage(manager, pathOf(draft))
    await user.type(await findBody(), '\n\nUntil then.')
    await user.click(screen.getByRole('button', { name: 'Send me a test' }))
    await waitForToast('Test sent to your email.')
    const { email } = (await manager.get('/admin/me.json')).json()
    expect(await createMailbox(app).listSubjects(email)).toContainEqual(expect.stringContaining('Two authors'))

    const second = await openAdminPage(await openStaffBrowser(app, 'owner'), pathOf(draft))
    await second.fill(await screen.findByLabelText('Subject'), 'Something else')
    const stored = (await manager.get(`/admin/newsletters/${draft.id}.json`)).json<Newsletter>()
    const { subject, version } = stored
    await postAs(manager, `/admin/newsletters/${draft.id}/save`, {
      subject,
      body: 'Until tomorrow.',
      expected_version: version,
    })
    await second.user.click(saveButton())
    expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this newsletter')
    screen.getByText(/Until tomorrow\./, { selector: '[role="status"] *' })
    await second.user.click(screen.getByRole('button', { name: 'Use theirs' }))
    expect(screen.getByLabelText('Subject')).toHaveProperty('value', 'Two authors')
    expect((await findBody()).value).toBe('Until tomorrow.')
  })

  it('go to everyone subscribed once confirmed, and count who unsubscribes from them', async () => {
    const draft = await writeDraft('Sent to all')
    const { user } = await openAdminPage(manager, pathOf(draft))
    await user.click(await screen.findByRole('button', { name: 'Send…' }))
    const dialog = await findDialog()
    dialog.getByRole('heading', { name: 'Send it to 2 subscribers?' })
    await user.click(dialog.getByRole('button', { name: 'Send to 2' }))
    await waitForToast('The newsletter is being sent.')
    const sent: MailDraft[] = []
    const post = async (mail: MailDraft) => void sent.push(mail)
    await sendNewsletter(app().services, draft.id, post, new AbortController().signal)
    await screen.findByText('Sent', { selector: 'p *' })
    await screen.findByText('Delivered to everyone so far.')

    const link = /\/newsletter\/end\/[\w.-]+/.exec(sent[0]?.headers?.['List-Unsubscribe'] ?? '')?.[0] ?? ''
    expect((await browserOf(app).post(link, {})).statusCode).toBe(200)
    await openAdminPage(manager, pathOf(draft))
    expect((await screen.findByText('Unsubscribed from this one')).parentElement?.textContent).toMatch(/1$/)
  })

  it('are not sent to a bounced mailbox until that is undone', async () => {
    const email = 'cleo@example.com'
    await app().services.connection.pool.query(
      `insert into newsletter_subscribers (email, state, confirmed_at) values ($1, 'confirmed', now())`,
      [email],
    )
    const { user } = await openAdminPage(manager, `${subscribersPath}&search=${email}`)
    await user.click(await screen.findByRole('button', { name: `Mark as bounced: ${email}` }))
    await findRow(email, 'Bounced (by staff)')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await findRow(email, 'Subscribed')
  })

  it('are discarded as drafts', async () => {
    const draft = await writeDraft('Never sent')
    const { user, path } = await openAdminPage(manager, pathOf(draft))
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Discard…' }))
    await user.click((await findDialog()).getByRole('button', { name: 'Discard' }))
    await waitForToast('Newsletter discarded.')
    await screen.findByRole('heading', { level: 1, name: 'Newsletters' })
    expect(path()).toBe(adminPaths.newsletters)
  })

  it('are not shown to a clerk, only the subscribers', async () => {
    const { navigate } = await openAdminPage(await openStaffBrowser(app, 'clerk'), subscribersPath)
    const tabs = within(await screen.findByRole('navigation', { name: 'Newsletter' }))
    tabs.getByRole('link', { name: 'Subscribers' })
    expect(screen.queryByRole('link', { name: 'Newsletters' })).toBeNull()
    await navigate(adminPaths.newsletters)
    await screen.findByRole('heading', { name: 'You don’t have access to this' })
  })
})
