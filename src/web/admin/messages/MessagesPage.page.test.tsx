import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { browserOf } from '#test/browser.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const form = { name: 'Ana Gomez', email: 'ana@example.com', order_number: '1004', message: 'Which shades?' }

pageTest('the inbox', (app) => {
  it('leads to a message, whose answer shows a concurrent change and stays in the thread', async () => {
    await browserOf(app).post('/contact', { ...form, subject: 'Shades' })
    const clerk = await openStaffBrowser(app, 'clerk')
    const { user, fill, path } = await openAdminPage(clerk, adminPaths.messages)
    await user.click(await screen.findByRole('link', { name: /Ana Gomez|Shades/ }))
    await screen.findByRole('heading', { level: 1, name: 'Shades' })
    screen.getByText('Not confirmed')
    expect(screen.getByRole('link', { name: '1004' }).getAttribute('href')).toBe('/admin/orders?search=1004')

    await user.click(screen.getByRole('button', { name: 'Answer' }))
    const dialog = await findDialog()
    await user.click(dialog.getByRole('button', { name: 'Send answer' }))
    await dialog.findByText('Enter an answer.')
    await fill(dialog.getByLabelText('Answer'), 'All of them.')
    const json = `${path()}.json`
    const { version } = (await clerk.get(json)).json()
    await clerk.post(`${path()}/state`, { state: 'spam', expected_version: version })
    await user.click(dialog.getByRole('button', { name: 'Send answer' }))
    expect((await dialog.findByText('Status:')).parentElement?.textContent).toBe('Status:Open Spam')
    await user.click(dialog.getByRole('button', { name: 'Send answer' }))
    await waitForToast('Answer sent.')
    await waitUntilClosed()
    await screen.findByText('All of them.')
    screen.getByText('Answered')
  })

  it('has a list for each state, and says when there is nothing to answer', async () => {
    const browser = await openStaffBrowser(app, 'clerk')
    await browserOf(app).post('/contact', { ...form, subject: 'Win a prize' })
    const { user } = await openAdminPage(browser, adminPaths.messages)
    await user.click(await screen.findByRole('link', { name: /Ana Gomez/ }))
    await user.click(await screen.findByRole('button', { name: 'Mark as spam' }))
    await waitForToast('Marked as spam.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull())
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Messages' }))
    await screen.findByText('Nothing to answer')
    await user.click(screen.getByRole('link', { name: 'Spam' }))
    await screen.findByText('Win a prize')
  })
})
