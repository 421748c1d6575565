import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the settings page', (app) => {
  const findRow = async (name: string) => {
    const button = await screen.findByRole('button', { name: `Change ${name}` })
    return within(button.closest('li') as HTMLElement)
  }

  it('shows a change made meanwhile, keeps the input, and undoes the latest change', async () => {
    const owner = await openStaffBrowser(app, 'owner')
    const { user } = await openAdminPage(await openStaffBrowser(app, 'owner'), '/admin/settings?search=hours')
    const button = await screen.findByRole('button', { name: 'Change Pickup hours' })
    button.focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe((await findDialog()).getByLabelText('Pickup hours'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(button)

    await user.keyboard('{Enter}')
    const dialog = await findDialog()
    const input = dialog.getByLabelText('Pickup hours')
    await user.clear(input)
    await user.type(input, 'Mondays 9 to 5')
    const { data } = (await owner.get('/admin/settings.json')).json<AdminResponse<'settings'>>()
    const expected_version = data.find(({ key }) => key === 'pickup_hours')?.version
    const concurrent = { value: 'Daily 8 to 6', expected_version, reason: '' }
    expect((await owner.post('/admin/settings/pickup_hours/change', concurrent)).statusCode).toBe(200)
    await user.keyboard('{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toContain('Someone else changed this.')
    expect(dialog.getByRole('status').textContent).toMatch(/Value:.* Daily 8 to 6/)
    expect(dialog.getByLabelText('Pickup hours')).toHaveProperty('value', 'Mondays 9 to 5')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await (await findRow('Pickup hours')).findByText('Mondays 9 to 5')

    await waitUntilClosed()
    await user.click(screen.getByRole('button', { name: 'History of Pickup hours' }))
    const history = await findDialog()
    const [latest] = await history.findAllByRole('listitem')
    expect(latest?.textContent).toContain('Mondays 9 to 5')
    await user.click(history.getByRole('button', { name: 'Undo' }))
    await (await findRow('Pickup hours')).findByText('Daily 8 to 6')
    const [undone] = (await owner.get('/admin/settings/pickup_hours/history.json')).json().data
    expect(undone).toMatchObject({ from: 'Mondays 9 to 5', to: 'Daily 8 to 6' })
  })

  it('shows the reason for a refused value at its field', async () => {
    const { user } = await openAdminPage(await openStaffBrowser(app, 'owner'), '/admin/settings')
    await user.click(await screen.findByRole('button', { name: 'Change Banking days to pay' }))
    const dialog = await findDialog()
    const input = dialog.getByLabelText('Banking days to pay')
    await user.clear(input)
    await user.type(input, 'soon')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('This must be a whole number from 0 to 28.')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input)
  })

  it('keeps the titles when a record cannot be loaded, and load it on retry', async () => {
    const { navigate, user } = await openAdminPage(await openStaffBrowser(app, 'owner'), '/admin/settings')
    await screen.findByRole('heading', { level: 1 })
    const failed = Promise.withResolvers<void>()
    let isBroken = true
    interceptRequests(/\/admin\/settings\/mails\/order_placed\.json/, async (send) => {
      if (!isBroken) return send()
      await failed.promise
      return Response.json({ detail: 'Not today.' }, { status: 422 })
    })
    await navigate('/admin/settings/mails/order_placed')
    await screen.findByRole('status', { name: 'The email text is loading' })
    await waitFor(() => expect(document.title).toBe('The email text is loading – Back office'))
    failed.resolve()
    await screen.findByRole('heading', { level: 1, name: 'The email text could not be loaded' })
    await waitFor(() => expect(document.title).toBe('The email text could not be loaded – Back office'))
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByLabelText('Subject')
  })
})
