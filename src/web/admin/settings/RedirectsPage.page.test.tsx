import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { findRow, waitForNoRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the page of redirects', (app) => {
  it('adds, changes and removes a redirect by keyboard, and shows a concurrent change', async () => {
    const browser = await openStaffBrowser(app, 'owner')
    const { user, fill } = await openAdminPage(browser, adminPaths.redirects)
    await screen.findByText('No redirects yet')
    await user.click(screen.getByRole('button', { name: 'Add redirect' }))
    const dialog = await findDialog()
    const path = dialog.getByLabelText('Former URL')
    await waitFor(() => expect(document.activeElement).toBe(path))
    await user.keyboard('our story{Enter}')
    await dialog.findByText('Enter the page it leads to.')
    await user.type(dialog.getByLabelText('Leads to'), '/about{Enter}')
    await dialog.findByText('Enter a URL of the former shop, such as /pages/our-story.')
    await fill(path, 'https://old.example/pages/Our-Story?a=1')
    await user.keyboard('{Enter}')
    await findRow('/pages/our-story', '/about')

    await waitUntilClosed()
    await user.click(screen.getByRole('button', { name: 'Change /pages/our-story' }))
    const change = await findDialog()
    const target = change.getByLabelText('Leads to')
    const [current] = (await browser.get('/admin/settings/redirects.json')).json().data
    const body = { path: '/pages/our-story', target: '/faqs', expected_version: current.version }
    expect((await browser.post('/admin/settings/redirects/change', body)).statusCode).toBe(200)
    await fill(target, '/terms')
    await user.keyboard('{Enter}')
    expect((await change.findByText('Leads to:')).parentElement?.textContent).toBe('Leads to:/about /faqs')
    expect(target).toHaveProperty('value', '/terms')
    await user.click(change.getByRole('button', { name: 'Save redirect' }))
    await findRow('/pages/our-story', '/terms')

    await waitUntilClosed()
    await user.click(screen.getByRole('button', { name: 'Remove /pages/our-story' }))
    await findDialog()
    await user.keyboard('{Enter}')
    await screen.findByText('No redirects yet')
  })

  it('previews a file, names what it refuses, and imports the rest', async () => {
    const { user } = await openAdminPage(await openStaffBrowser(app, 'owner'), adminPaths.redirects)
    const openFile = async (text: string) => {
      await user.click(await screen.findByRole('button', { name: 'Import' }))
      await user.upload((await findDialog()).getByLabelText('File'), new File([text], 'redirects.csv'))
    }
    await openFile('Redirect from,Redirect to\n/blogs/news,/posts\n/blogs/evil,https://evil.example\n')
    const dialog = await findDialog()
    await dialog.findByText('1 new, 0 changed, 0 unchanged, 1 refused')
    dialog.getByText('Line 3, Redirect to: Enter a page of this shop, such as /about.')
    await user.click(dialog.getByRole('button', { name: 'Import 1' }))
    await waitForToast('1 added, 0 changed.')
    await waitUntilClosed()
    await findRow('/blogs/news', '/posts')

    await openFile('/blogs/news,/posts')
    const again = await findDialog()
    expect(await again.findByRole('button', { name: 'Nothing new' })).toHaveProperty('disabled', true)
    await user.click(again.getByRole('button', { name: 'Cancel' }))
    await waitUntilClosed()

    await user.type(screen.getByRole('searchbox', { name: 'Part of a URL' }), 'nothing')
    await waitForNoRow('/blogs/news')
    await screen.findByText('No redirects found')
    within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name: 'Redirects' })
  })
})
