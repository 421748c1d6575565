import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { makeOrder } from '#test/make-order.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { findLeaveDialog, waitForNoLeaveDialog } from '#test/page-unsaved.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('unsaved changes', (app) => {
  for (const [label, path] of [
    ['a newsletter', `${adminPaths.newsletters}/new`],
    ['an email template', `${adminPaths.mailTexts}/order_completed`],
    ['the terms', adminPaths.terms],
  ] as const) {
    it(`in ${label} are kept until they are discarded`, async () => {
      const page = await openAdminPage(await openStaffBrowser(app, 'owner'), path)
      const { user } = page
      const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
      await user.type(text, ' Not saved yet.')
      const leave = async () => user.click(screen.getAllByRole('link', { name: /^Orders/ })[0] as HTMLElement)
      await leave()
      const question = await findLeaveDialog()
      expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep editing' }))
      await user.keyboard('{Enter}')
      await waitForNoLeaveDialog()
      expect(page.path()).toBe(path)
      expect(text.value).toMatch(/ Not saved yet\.$/)
      // A reload asks, too.
      const unload = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(unload)
      expect(unload.defaultPrevented).toBe(true)
      await leave()
      await user.click((await findLeaveDialog()).getByRole('button', { name: 'Discard' }))
      await screen.findByRole('heading', { level: 1, name: 'Orders' })
      expect(page.path()).toBe('/admin/orders')
    })
  }

  it('to an order survive Escape and the Back button until they are discarded', async () => {
    const id = await makeOrder(app().services, { quantity: 2 })
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), `/admin/orders/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Edit order' }))
    const dialog = await findDialog()
    const reason = await dialog.findByLabelText('Reason')
    await user.type(reason, 'One more')
    for (const leave of [() => user.keyboard('{Escape}'), () => history.back()]) {
      await leave()
      await user.click((await findLeaveDialog()).getByRole('button', { name: 'Keep editing' }))
      await waitForNoLeaveDialog()
      expect(reason).toHaveProperty('value', 'One more')
    }
    reason.focus()
    await user.keyboard('{Escape}')
    await user.click((await findLeaveDialog()).getByRole('button', { name: 'Discard' }))
    await waitUntilClosed()
    await waitFor(() => expect(location.search).toBe(''))
  })
})
