import { screen, waitFor, within } from '@testing-library/react'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { findRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const NEW = '/admin/products/new'
const pathOf = (id: number) => `/admin/products/${id}`
const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(1)>'

const pictureFile = async (name = 'jar.png') => {
  const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#8a3b2e' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}

pageTest('the product editor', (app) => {
  const db = () => app().services.db
  const openAs = async (role: 'clerk' | 'manager', path: string) => {
    const browser = await openStaffBrowser(app, role)
    return { browser, ...(await openAdminPage(browser, path)) }
  }
  const readProduct = async (id: number) => {
    const browser = await openStaffBrowser(app, 'clerk')
    return (await browser.get(`${pathOf(id)}.json`)).json()
  }
  const saveAsOther = async (id: number, fields: object) => {
    const browser = await openStaffBrowser(app, 'manager')
    const { version } = await readProduct(id)
    expect((await browser.post(`${pathOf(id)}/save`, { fields, expected_version: version })).statusCode).toBe(200)
  }
  const priceField = () => screen.getByRole('textbox', { name: 'Price' })
  const idOf = (path: string) => Number(path.split('/').at(-1))
  const click = (name: string | RegExp) => screen.findByRole('button', { name })
  const row = (list: string) => within(screen.getByRole('list', { name: list })).getAllByRole('listitem')

  it('publishes a new product with a picture, once', async () => {
    const { id: category_id } = await makeCategory(db(), { name: 'Color' })
    const { user, path, browser } = await openAs('manager', NEW)
    await user.type(await screen.findByLabelText('Name'), 'Gel Lacquer Bordeaux')
    await user.upload(screen.getByLabelText('Add pictures'), await pictureFile())
    await screen.findByRole('button', { name: 'Crop or rotate picture 1' })
    await user.type(priceField(), '12.50')
    await screen.findByRole('option', { name: 'Color' })
    await user.selectOptions(screen.getByLabelText(/^Category/), String(category_id))
    await user.type(screen.getByLabelText(/^Ounces/), '8')
    await user.type(screen.getByLabelText(/^Size/), '500')
    await user.selectOptions(screen.getByLabelText('Unit'), 'ml')
    await user.type(screen.getByLabelText(/^First count/), '20')
    screen.getAllByText('16.9 fl oz (500 ml)')
    screen.getByText('$0.74 per fl oz')
    await user.dblClick(await click('Publish'))
    await waitForToast('Gel Lacquer Bordeaux is published.')
    await screen.findByRole('heading', { level: 1, name: 'Gel Lacquer Bordeaux' })
    const id = idOf(path())
    expect(await readProduct(id)).toMatchObject({
      ...{ name: 'Gel Lacquer Bordeaux', handle: 'gel-lacquer-bordeaux', price: 12.5, status: 'active' },
      ...{ category: 'Color', weight_grams: 227, stock: 20, url: `/packages/${id}` },
      images: [{ alt: 'Gel Lacquer Bordeaux' }],
    })
    expect((await browser.get('/admin/products.json?search=Bordeaux')).json().count.value).toBe(1)
    expect((await browser.get(`/packages/${id}.json`)).json()).toMatchObject({
      ...{ size: '16.9 fl oz (500 ml)', unit_price: '$0.74 per fl oz' },
    })
  })

  it('shows what is missing or refused at the fields, and keeps what was entered', async () => {
    const taken = await makeProduct(db(), { handle: 'taken' })
    const { user, fill, path } = await openAs('manager', NEW)
    await user.click(await click('Publish'))
    await screen.findByText('Enter a name.')
    screen.getByText('Enter an amount.')
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    await user.type(screen.getByLabelText('Name'), 'Comb')
    await user.type(priceField(), '10')
    await user.type(screen.getByLabelText(/^Sale price/), '12')
    await user.click(await click('Save draft'))
    await screen.findByText('Enter a sale price below the regular price.')
    expect(document.activeElement).toBe(screen.getByLabelText(/^Sale price/))
    await fill(screen.getByLabelText(/^Sale price/), '8')
    await user.type(screen.getByLabelText(/^URL handle/), taken.handle)
    await user.click(await click('Save draft'))
    await screen.findByText('Another product has this URL handle.')
    await user.clear(screen.getByLabelText(/^URL handle/))
    await fill(priceField(), '0')
    await user.clear(screen.getByLabelText(/^Sale price/))
    await user.click(await click('Publish'))
    await screen.findByText('This product would be free in the store. Confirm that it costs $0.00.')
    expect(path()).toBe(NEW)
    await user.click(screen.getByLabelText('Sell it for $0.00'))
    await user.click(await click('Publish'))
    await waitForToast('Comb is published.')
    await waitFor(async () => expect(await readProduct(idOf(path()))).toMatchObject({ price: 0, status: 'active' }))
  })

  it('saves only what changed, and shows a change by someone else before it saves over it', async () => {
    const { id } = await makeProduct(db(), { name: 'Brow Tint', priceCents: 1000, sku: 'B-1' })
    const { user, fill } = await openAs('manager', pathOf(id))
    await screen.findByLabelText('Name')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await fill(priceField(), '11.00')
    await saveAsOther(id, { price: 12, sku: 'B-2' })
    await user.click(await click('Save'))
    await screen.findByText('Someone else changed this product.')
    const price = screen.getByText('Price:').parentElement
    expect(price?.textContent).toBe('Price:$10.00 $12.00')
    expect(screen.getByText('SKU:').parentElement?.textContent).toBe('SKU:B-1 B-2')
    expect(priceField()).toHaveProperty('value', '11.00')
    await user.click(await click('Save'))
    await waitForToast('Brow Tint saved.')
    expect(await readProduct(id)).toMatchObject({ price: 11, sku: 'B-2', version: '3' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))

    await fill(screen.getByLabelText('Name'), 'Brow Tint 2')
    await user.click(await click('Discard changes'))
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Brow Tint')
  })

  it('lists every version with who changed what, and restores one', async () => {
    const { id } = await makeProduct(db(), { name: 'Comb', priceCents: 900 })
    await saveAsOther(id, { price: 10, name: SCRIPT })
    await saveAsOther(id, { shelf: 'B-2' })
    const { user } = await openAs('manager', pathOf(id))
    await user.click(await click('History'))
    const price = await findRow('Price:')
    expect(price.textContent).toMatch(/Edited by manager.*@shop\.example/)
    expect(price.textContent).toContain('Price: $9.00 $10.00')
    expect(price.textContent).toContain(`Name: Comb ${SCRIPT}`)
    await findRow('Shelf: None B-2')
    await user.click(await click('Restore version 1'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 1?' }))
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    await waitForToast('Version 1 restored.')
    expect(await readProduct(id)).toMatchObject({ name: 'Comb', price: 9, shelf: '', version: '4' })
    await waitUntilClosed()
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Comb')
  })

  it('duplicates a product as a draft with a URL of its own', async () => {
    const part = await makeProduct(db(), { name: 'Jar' })
    const { id, handle } = await makeProduct(db(), { name: 'Kit', contents: [{ productId: part.id, quantity: 2 }] })
    const { user, path } = await openAs('manager', pathOf(id))
    await user.click(await click('More actions'))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    await screen.findByRole('heading', { level: 1, name: 'New product' })
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Copy of Kit')
    await user.click(await click('Save draft'))
    await waitForToast('Copy of Kit saved as a draft.')
    await screen.findByRole('heading', { level: 1, name: 'Copy of Kit' })
    const copy = await readProduct(idOf(path()))
    expect(copy).toMatchObject({ status: 'draft', url: null, contents: [{ product_id: part.id, quantity: 2 }] })
    expect(copy.handle).not.toBe(handle)
  })

  it('puts a package together, by keyboard, with what its parts cost', async () => {
    const jar = await makeProduct(db(), { name: 'Amber jar', priceCents: 1000 })
    const lid = await makeProduct(db(), { name: 'Amber lid', priceCents: 250 })
    const { id } = await makeProduct(db(), { name: 'Amber kit', kind: 'package', priceCents: 3000 })
    const { user, fill } = await openAs('manager', pathOf(id))
    const search = await screen.findByRole('combobox', { name: 'Add a product to the package' })
    for (const { name } of [jar, lid]) {
      await user.type(search, name)
      await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
      await findRow(name)
    }
    await fill(screen.getByLabelText('Quantity of Amber jar'), '3')
    screen.getByText('Bought separately $32.50. The package costs $2.50 (8%) less than its parts.')
    await user.click(screen.getByRole('button', { name: 'Move Amber lid up' }))
    expect(row('Contents').map(({ textContent }) => /Amber \w+/.exec(textContent)?.[0])).toEqual([
      'Amber lid',
      'Amber jar',
    ])
    await fill(screen.getByLabelText('Quantity of Amber lid'), '0')
    await user.click(await click('Save'))
    await screen.findByText('Enter a quantity from 1 to 1,000.')
    await fill(screen.getByLabelText('Quantity of Amber lid'), '2')
    await user.click(await click('Save'))
    await waitForToast('Amber kit saved.')
    expect((await readProduct(id)).fields.contents).toEqual([
      { product_id: lid.id, quantity: 2 },
      { product_id: jar.id, quantity: 3 },
    ])
  })

  it('orders and describes pictures, refuses HEIC, and keeps documents', async () => {
    const { id } = await makeProduct(db(), { name: 'Toner', images: ['front', 'back'] })
    const { user, browser } = await openAs('manager', pathOf(id))
    await user.type(await screen.findByLabelText('Alt text of picture 2'), SCRIPT)
    await user.click(screen.getByRole('button', { name: 'Move picture 2 up' }))
    const heic = new File([`\0\0\0\x18ftypheic\0\0\0\0mif1heic`, 'x'.repeat(500)], 'IMG_1.HEIC', { type: 'image/heic' })
    await user.upload(screen.getByLabelText('Add pictures'), heic)
    await screen.findByText(/^HEIC pictures aren’t supported\. Please upload a JPEG/)
    await user.click(await click('Save'))
    await screen.findByText('Remove the pictures that were not uploaded, or try them again.')
    await user.click(screen.getByRole('button', { name: 'Cancel picture 3' }))

    const pdf = new File(['%PDF-1.4\n%%EOF\n'], 'Safety sheet.pdf', { type: 'application/pdf' })
    await user.upload(screen.getByLabelText('Add documents'), pdf)
    const title = await screen.findByDisplayValue('Safety sheet')
    expect(screen.getByLabelText('Kind', { selector: 'li select' })).toHaveProperty('value', 'safety')
    await user.type(title, ' 2026')
    await user.click(await click('Save'))
    await waitForToast('Toner saved.')
    const { fields } = await readProduct(id)
    expect(fields.images).toEqual([
      { src: '/uploads/back', source_url: null, alt: SCRIPT },
      { src: '/uploads/front', source_url: null, alt: '' },
    ])
    const [document] = (await browser.get(`/packages/${id}.json`)).json().documents
    expect(document).toMatchObject({ kind: 'safety', title: 'Safety sheet 2026' })
    expect(document.url).toBe(`/documents/${fields.documents[0].file}`)
  })

  it('deletes a product that was never ordered, and archives any other', async () => {
    const { id } = await makeProduct(db(), { name: 'Old comb' })
    const { user, path } = await openAs('manager', pathOf(id))
    await user.click(await click('More actions'))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    await user.click((await findDialog()).getByRole('button', { name: 'Delete' }))
    await waitForToast('Old comb deleted.')
    await waitFor(() => expect(path()).toBe('/admin/products'))

    const sold = await makeProduct(db(), { name: 'Sold comb' })
    const manager = await openStaffBrowser(app, 'manager')
    const guest = { first_name: 'Ada', last_name: 'Lee', user_email: 'a@b.example', phone_number: '2015550100' }
    const placed = await manager.post('/admin/orders/place', {
      customer: { kind: 'guest', ...guest },
      lines: [{ product_id: sold.id, quantity: 1 }],
      payment_type: 'quickpay',
      type: 'P',
    })
    expect(placed.statusCode, placed.body).toBe(201)
    const page = await openAs('manager', pathOf(sold.id))
    await page.user.click(await click('More actions'))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Archive…' }))
    await page.user.click((await findDialog()).getByRole('button', { name: 'Archive' }))
    await waitForToast('Sold comb archived.')
    expect(await readProduct(sold.id)).toMatchObject({ status: 'archived', url: null })
  })

  it('shows clerks everything, and lets them change nothing', async () => {
    const { id } = await makeProduct(db(), { name: 'Comb', descriptionHtml: '<p>For every day.</p>', images: ['comb'] })
    const { user } = await openAs('clerk', pathOf(id))
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Comb')
    // The light DOM does not match :disabled within a disabled fieldset.
    expect(screen.getByLabelText('Name').closest('fieldset:disabled')).not.toBeNull()
    screen.getAllByText('For every day.')
    for (const name of [/^Save/, /^Remove/, /^Move/, 'Publish'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByLabelText('Add pictures')).toBeNull()
    await user.click(await click('More actions'))
    await screen.findByRole('menuitem', { name: 'Stock' })
    expect(screen.queryByRole('menuitem', { name: 'Duplicate' })).toBeNull()
    await openAs('clerk', NEW)
    await screen.findByText('You don’t have access to this')
  })
})
