import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { makeProduct } from '#test/factories.ts'
import { findDialog, openAdminPage, pageTest } from '#test/page.tsx'
import { findRow, waitForNoRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const stockPath = adminPaths.stock

pageTest('the stock pages', (app) => {
  const db = () => app().services.db
  const readStock = async (id: number): Promise<number> => {
    const browser = await openStaffBrowser(app, 'clerk')
    return (await browser.get(`/admin/stock/${id}/history.json`)).json().product.stock
  }
  const adjust = async (id: number, kind: 'count' | 'damage', body: object) => {
    const manager = await openStaffBrowser(app, 'manager')
    const { version } = (await manager.get(`/admin/stock/${id}/history.json`)).json().product
    const adjusted = await manager.post(`/admin/stock/${id}/${kind}`, { ...body, expected_version: version })
    expect(adjusted.statusCode).toBe(200)
  }

  it('show a clerk the stock and low products, without the actions, and lead to the product', async () => {
    const spray = await makeProduct(db(), {
      ...{ name: 'Flexible Finish Spray', sku: 'ORL-1510', stock: 3, images: ['spray'] },
      descriptionHtml: '<p>For every day.</p>',
    })
    await makeProduct(db(), { name: 'Blowout Bar Set', contents: [{ productId: spray.id }] })
    await makeProduct(db(), { name: 'Brow Tint Palette', stock: 100 })
    const browser = await openStaffBrowser(app, 'clerk')
    const { user, navigate, path } = await openAdminPage(browser, stockPath)
    await findRow('Blowout Bar Set', 'Flexible Finish Spray')
    await user.keyboard('/Brow Tint')
    await waitForNoRow('Blowout Bar Set')
    await findRow('Brow Tint Palette')
    expect(screen.queryByRole('button', { name: 'Count a shelf' })).toBeNull()
    await navigate(`${stockPath}?only=low`)
    await findRow('ORL-1510', 'low')
    await waitForNoRow('Brow Tint Palette')
    await navigate(`${stockPath}?only=due`)
    await screen.findByText('Nothing to count')

    await navigate(`${stockPath}?search=Flexible`)
    await waitForNoRow('Brow Tint Palette')
    await user.click(await screen.findByRole('link', { name: 'Flexible Finish Spray' }))
    await screen.findByRole('heading', { level: 1, name: 'Flexible Finish Spray' })
    await findRow('Opening stock')
    for (const name of ['Receive', 'Count', 'Correct', 'Damaged'])
      expect(screen.queryByRole('button', { name })).toBeNull()

    await user.click(screen.getByRole('link', { name: 'Product' }))
    await waitFor(() => expect(path()).toBe(`/admin/products/${spray.id}`))

    const body = { quantity: 1, reason: 'x', expected_version: '1' }
    expect((await browser.post(`/admin/stock/${spray.id}/receive`, body)).statusCode).toBe(403)
  })

  it('count a shelf by keyboard, show a concurrent change, and keep the entered number', async () => {
    const first = await makeProduct(db(), { name: 'Gel Lacquer Bordeaux', stock: 20 })
    const second = await makeProduct(db(), { name: 'Gel Lacquer Porcelain', stock: 30 })
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), `${stockPath}?search=Gel%20Lacquer`)
    await user.click(await screen.findByRole('button', { name: 'Count a shelf' }))
    const reason = await screen.findByLabelText('Reason for all counts')
    await user.clear(reason)
    await user.type(reason, 'Counted on Tuesday')
    const fields = screen.getAllByLabelText(/^Count of Gel Lacquer/)
    const firstField = screen.getByLabelText(`Count of ${first.name}`)
    const secondField = screen.getByLabelText(`Count of ${second.name}`)
    expect(fields).toEqual([firstField, secondField])
    firstField.focus()
    await user.keyboard('18{Enter}')
    await findRow(first.name, '18 saved')
    expect(document.activeElement).toBe(secondField)

    await user.keyboard('33')
    await adjust(second.id, 'count', { quantity: 40, reason: 'Counted before' })
    await user.keyboard('{Enter}')
    const alert = await within(await findRow(second.name)).findByRole('alert')
    expect(alert.textContent).toContain('40 on hand')
    expect(secondField).toHaveProperty('value', '33')
    expect(document.activeElement).toBe(secondField)
    await user.keyboard('{Enter}')
    await findRow(second.name, '33 saved')
    expect(await readStock(second.id)).toBe(33)

    await user.type(firstField, 'many{Enter}')
    const refusal = await within(await findRow(first.name)).findByRole('alert')
    expect(refusal.textContent).toBe('Enter a quantity.')
    await user.clear(firstField)
    await user.click(screen.getByRole('button', { name: 'Finish counting' }))
    await waitFor(() => expect(screen.queryByLabelText(`Count of ${first.name}`)).toBeNull())
    await user.click(screen.getByRole('link', { name: first.name }))
    await screen.findByRole('heading', { level: 1, name: first.name })
  })

  it('book a receipt, a correction, damage and a count with their reasons, in a history that adds up', async () => {
    const product = await makeProduct(db(), { name: 'Rose Mist Toner', stock: 50 })
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), `${stockPath}/${product.id}`)
    await user.click(await screen.findByRole('button', { name: 'Receive' }))
    const dialog = await findDialog()
    const quantity = dialog.getByLabelText('Quantity received')
    await user.type(quantity, '12')
    dialog.getByText('62')
    await user.click(dialog.getByRole('button', { name: 'Save receipt' }))
    expect(await dialog.findAllByText('Enter a reason.')).toHaveLength(1)
    await user.type(dialog.getByLabelText('Reason'), 'Delivery 4471')
    await adjust(product.id, 'damage', { quantity: 1, reason: 'A broken one' })
    await user.click(dialog.getByRole('button', { name: 'Save receipt' }))
    await dialog.findByText('Someone else changed this stock.')
    expect(dialog.getByText('50 on hand').parentElement?.textContent).toContain('49 on hand')
    expect(quantity).toHaveProperty('value', '12')
    dialog.getByText('61')
    await user.click(dialog.getByRole('button', { name: 'Save receipt' }))
    await waitForToast('Rose Mist Toner: 61 on hand now.')

    const record = async (button: string, label: RegExp, entered: string, reason: string, submit: string) => {
      await user.click(await screen.findByRole('button', { name: button }))
      const form = await findDialog()
      const field = form.getByLabelText(label)
      await user.type(field, entered)
      await user.clear(form.getByLabelText('Reason'))
      await user.type(form.getByLabelText('Reason'), reason)
      await user.click(form.getByRole('button', { name: submit }))
      await findRow(reason)
    }
    await record('Correct', /^Quantity to add/, '-1', 'Booked one too many', 'Save correction')
    await record('Damaged', /^Quantity damaged/, '2', 'The shelf fell', 'Write off')
    await record('Count', /^Quantity on the shelf/, '50', 'Counted on Tuesday', 'Save count')

    const table = within(await screen.findByRole('table', { name: 'Movements' }))
    const movements = table.getAllByRole('row').map(({ textContent }) => textContent)
    expect(movements[1]).toMatch(/Counted.*Counted on Tuesday.*−8.*50/s)
    expect(movements[2]).toMatch(/Damaged.*The shelf fell.*−2/s)
    expect(movements[3]).toMatch(/Corrected.*−1/s)
    expect(movements[4]).toMatch(/Received.*Delivery 4471.*manager.*@.*\+12/s)
  })
})
