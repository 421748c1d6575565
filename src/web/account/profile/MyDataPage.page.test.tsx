import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findDialog, openAdminPage, openShopPage, pageTest } from '#test/page.tsx'
import { findRow } from '#test/page-rows.ts'
import { PASSWORD, signUp } from '#test/sign-up.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the page of personal data', (app) => {
  const section = (name: string) => within(screen.getByRole('region', { name }))

  it('requests and cancels the erasure of the account, which staff can make at once', async () => {
    const email = 'leaving@example.com'
    const browser = await signUp(app, email)
    const { user, fill } = await openShopPage(browser, '/account/my-data')
    await screen.findByRole('heading', { name: 'Download a copy' })
    const exportSection = section('Download a copy')
    await fill(exportSection.getByLabelText('Current Password'), 'not this one')
    await user.click(exportSection.getByRole('button', { name: 'Download my data' }))
    await exportSection.findByRole('alert')

    const eraseSection = section('Erase my account')
    await user.click(eraseSection.getByRole('button', { name: 'Erase my account' }))
    await fill(eraseSection.getByLabelText('Current Password'), PASSWORD)
    await user.click(eraseSection.getByRole('button', { name: 'Erase in 14 days' }))
    await eraseSection.findByText(/Your account will be erased after/)
    await user.click(eraseSection.getByRole('button', { name: 'Keep my account' }))
    await eraseSection.findByRole('button', { name: 'Erase my account' })

    const staff = await openAdminPage(await openStaffBrowser(app, 'manager'), `/admin/members?search=${email}`)
    const row = await findRow(email)
    await staff.user.click(within(row).getAllByRole('link')[0] as HTMLElement)
    await screen.findByRole('region', { name: 'Personal data' })
    await staff.user.click(await section('Personal data').findByRole('button', { name: 'Erase' }))
    const dialog = await findDialog()
    await staff.fill(dialog.getByLabelText('Reason'), 'Requested by phone')
    await staff.user.click(dialog.getByRole('button', { name: 'Erase permanently' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByRole('heading', { level: 1, name: /Erased person/ })
    await section('Personal data').findByText(/Orders are kept for accounting\./)
    expect(section('Personal data').queryByRole('button', { name: 'Erase' })).toBeNull()
    await waitFor(() => expect(screen.queryByText(email)).toBeNull())

    const { path } = await openShopPage(browser, '/account/my-data')
    expect(path()).toMatch(/^\/login\?next=/)
  })
})
