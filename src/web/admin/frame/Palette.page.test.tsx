import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { makeOrder } from '#test/make-order.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { findDialog, openAdminPage, pageTest } from '#test/page.tsx'
import { holdPageRequests } from '#test/page-requests.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the search for anything', (app) => {
  async function openToday() {
    const page = await openAdminPage(await openStaffBrowser(app, 'clerk'), '/admin')
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    return page
  }

  it('receives text typed right after Ctrl+K from its first letter, before a frame is drawn', async () => {
    const { user } = await openToday()
    vi.stubGlobal('requestAnimationFrame', () => 0)
    try {
      await user.keyboard('{Control>}k{/Control}')
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Find anything')
      await user.keyboard('impor')
      expect(document.activeElement).toHaveProperty('value', 'impor')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('opens the result that is first when Enter is pressed, and appends later results', async () => {
    const id = await makeOrder(app().services, { form: { ...deliveryForm, last_name: 'Importi' } })
    const { user } = await openToday()
    const release = holdPageRequests(/\/admin\/orders\.json\?.*search=impor$/)
    await user.keyboard('{Control>}k{/Control}')
    await user.keyboard('impor')
    const options = () => screen.getAllByRole('option')
    await waitFor(() => expect(options()).toHaveLength(1))
    const importOption = screen.getByRole('option', { name: /Import a bank statement/ })
    await waitFor(() => expect(importOption.hasAttribute('data-highlighted')).toBe(true))
    release()
    await screen.findByRole('option', { name: new RegExp(String(id)) })
    expect(options()[0]).toBe(importOption)
    expect(importOption.hasAttribute('data-highlighted')).toBe(true)
    await user.keyboard('{Enter}')
    const input = await screen.findByLabelText('Or paste text')
    await waitFor(() => expect(document.activeElement).toBe(input))
    ;(await findDialog()).getByLabelText('Or paste text')
  })
})
