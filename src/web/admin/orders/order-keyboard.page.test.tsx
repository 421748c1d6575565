import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeOrder } from '#test/make-order.ts'
import { findOrderHeader, readLedger } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('an order', (app) => {
  it('is paid, packed, shipped with tracking and completed by a clerk by keyboard alone', async () => {
    const id = await makeOrder(app().services)
    const { user } = await openAdminPage(await openStaffBrowser(app, 'clerk'), `/admin/orders/${id}`)
    const header = await findOrderHeader(id)
    const pressNext = async (name: string) => {
      await header.findByRole('button', { name, busy: false })
      await user.keyboard('n')
    }
    const waitForFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))

    await pressNext('Record payment')
    const payment = await findDialog()
    payment.getByText(/is due/)
    await waitForFocus(() => payment.getByLabelText('Amount received'))
    await user.keyboard('{Enter}')
    await waitUntilClosed()
    await header.findByText('Paid')
    await waitFor(() => expect(readLedger()).toEqual({ sum: 0, balance: 0 }))

    // Packs everything open in one step.
    await pressNext('Pack')
    await header.findByText('Packed')

    await pressNext('Ship')
    const shipment = await findDialog()
    await waitForFocus(() => shipment.getByLabelText(/^Tracking number/))
    await user.keyboard('1Z999AA10123456784')
    await shipment.findByText(/UPS \(detected\)/)
    await user.keyboard('{Enter}')
    await waitUntilClosed()
    const tracking = await screen.findByRole('link', { name: /1Z999AA10123456784/ })
    expect(tracking.getAttribute('href')).toContain('ups.com')

    await pressNext('Complete')
    const completion = await findDialog()
    completion.getByText(/Everything has been handed over\./)
    await waitForFocus(() => completion.getByRole('button', { name: 'Complete' }))
    await user.keyboard('{Enter}')
    await header.findByText('Completed')
    await waitUntilClosed()
    expect(header.queryByRole('button', { name: /Record payment|Pack|Ship|Complete/ })).toBeNull()
    screen.getByRole('link', { name: /Staff history/ }).focus()
    await user.keyboard('{Enter}')
    await screen.findByText(/marked shipment 1 as shipped\./)
    // Actions without permission are not rendered.
    expect(screen.queryByRole('button', { name: 'Return items' })).toBeNull()
  })
})
