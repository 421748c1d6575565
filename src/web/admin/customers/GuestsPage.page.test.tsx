import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { makeUser } from '#test/factories.ts'
import { makeOrder } from '#test/make-order.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the page of guests', (app) => {
  const emailField = () => screen.findByLabelText<HTMLInputElement>('Email on the order')

  it('finds a guest by email and erases them, after a new preview if the orders changed', async () => {
    const form = { ...deliveryForm, user_email: 'guest@example.com' }
    await makeOrder(app().services, { form })
    const { user, fill, path } = await openAdminPage(await openStaffBrowser(app, 'manager'), adminPaths.members)
    await user.click(await screen.findByRole('link', { name: 'Guests' }))
    ;(await emailField()).focus()
    await user.keyboard('{Enter}')
    await waitFor(async () => expect((await emailField()).getAttribute('aria-invalid')).toBe('true'))
    await fill(await emailField(), 'nobody-at-all@example.com')
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('No orders or messages found for this email.')
    await fill(await emailField(), 'guest@example.com')
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Emptied' })
    // The URL does not contain the email.
    expect(path()).toBe(adminPaths.guests)

    await makeOrder(app().services, { form })
    await user.click(screen.getByRole('button', { name: 'Erase' }))
    const dialog = await findDialog()
    await user.type(dialog.getByLabelText('Reason'), 'Requested by letter')
    dialog.getByLabelText('Erase anyway').focus()
    await user.keyboard(' ')
    const eraseButton = dialog.getByRole('button', { name: 'Erase permanently' })
    eraseButton.focus()
    await user.keyboard('{Enter}')
    expect((await dialog.findByText(/Something has changed/)).closest('[role="alert"]')).not.toBeNull()
    dialog.getByText(/these 2 orders/)
    eraseButton.focus()
    await user.keyboard('{Enter}')
    await waitUntilClosed()
    await screen.findByText(/2 orders stay/, { selector: '[role="status"] *' })
    expect((await emailField()).value).toBe('')
    await fill(await emailField(), 'guest@example.com')
    await user.click(screen.getByRole('button', { name: 'Find' }))
    expect((await screen.findByRole('alert')).textContent).toContain('No orders or messages found for this email.')
  })

  it('starts a new search with Enter while an earlier one is running, whose late response is ignored', async () => {
    const member = await makeUser(app().services.db, { email: 'member@example.com' })
    const { user, fill } = await openAdminPage(await openStaffBrowser(app, 'manager'), adminPaths.guests)
    const requestedEmails: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let lateStatus: number | undefined
    interceptRequests(/\/admin\/guests\/preview$/, async (send, { body }) => {
      requestedEmails.push(JSON.parse(String(body)).email)
      if (requestedEmails.length > 1) return send()
      await released
      const response = await send()
      lateStatus = response.status
      return response
    })
    await user.type(await emailField(), 'nobody-at-all@example.com{Enter}')
    await waitFor(() => expect(requestedEmails).toHaveLength(1))
    await fill(await emailField(), member.email)
    await user.keyboard('{Enter}')
    await screen.findByText('This email belongs to an account')
    expect(requestedEmails).toEqual(['nobody-at-all@example.com', member.email])
    release()
    await waitFor(() => expect(lateStatus).toBe(404))
    await new Promise((resolve) => setTimeout(resolve))
    await screen.findByText('This email belongs to an account')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
