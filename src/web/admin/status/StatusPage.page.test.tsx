import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the status page', (app) => {
  it('explains to an owner what needs attention and what to do, and refreshes on request', async () => {
    const { user } = await openAdminPage(await openStaffBrowser(app, 'owner'), adminPaths.home)
    await screen.findByRole('link', { name: 'Status' })
    await user.keyboard('gl')
    await screen.findByRole('heading', { level: 1, name: 'Status' })
    const findBackup = async () => (await screen.findByRole('heading', { name: 'Backup' })).closest('li')?.textContent
    const backup = await findBackup()
    expect(backup).toContain('No backup has been made yet.')
    expect(backup).toContain('npm run shop -- backup FILE')
    screen.getByText(/needs? attention|broken/, { selector: '[role="status"]' })

    let refreshes = 0
    interceptRequests(/\/admin\/status\.json/, (send) => {
      refreshes++
      return send()
    })
    const button = screen.getByRole('button', { name: 'Refresh' })
    button.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(refreshes).toBe(1))
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
    expect(button).toHaveProperty('disabled', false)
    expect(document.activeElement).toBe(button)
    await findBackup()
  })

  it('has no link for a manager, and shows a notice instead', async () => {
    const { navigate } = await openAdminPage(await openStaffBrowser(app, 'manager'), adminPaths.home)
    await screen.findByRole('link', { name: 'Reports' })
    expect(screen.queryByRole('link', { name: 'Status' })).toBeNull()
    await navigate(adminPaths.status)
    await screen.findByRole('heading', { name: 'You don’t have access to this' })
  })
})
