import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { executeBulkRun } from '#server/catalog/editing/bulk-run.jobs.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { findRow, waitForNoRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'

const productsPath = adminPaths.products

pageTest('the products page', (app) => {
  const db = () => app().services.db
  const readProduct = async (id: number) => {
    const { rows } = await app().services.connection.pool.query('select * from products where id = $1', [id])
    return rows[0]
  }
  const open = async (role: 'clerk' | 'manager', query = '') =>
    openAdminPage(await openStaffBrowser(app, role), `${productsPath}${query}`)
  const changeElsewhere = async (id: number, fields: object) => {
    const manager = await openStaffBrowser(app, 'manager')
    const changed = await manager.post('/admin/products/change', { products: [{ product_id: id, fields }] })
    expect(changed.statusCode).toBe(200)
  }

  describe('with its list', () => {
    it('is searched, filtered, sorted and saved as a view', async () => {
      const { id: categoryId } = await makeCategory(db(), { name: 'Brow care' })
      await makeProduct(db(), {
        name: 'Listed Tint',
        sku: 'LT-1',
        vendor: 'Orla',
        categoryId,
        stock: 0,
        images: ['tint'],
      })
      await makeProduct(db(), { name: 'Listed Comb', vendor: 'Mira', priceCents: 4200, pv: 30 })
      await makeProduct(db(), { name: 'Listed Draft', active: false })
      const { user, path } = await open('manager', '?search=Listed')
      const row = await findRow('Listed Tint', 'Brow care', 'LT-1', '$10.00', 'Active')
      within(row).getByText('0')
      expect(row.querySelector('img')?.getAttribute('src')).toBe('/uploads/tint-320.webp')
      await findRow('Listed Comb', '$42.00', 'not tracked')
      await findRow('Listed Draft', 'Draft')

      await user.click(screen.getByRole('link', { name: 'Price' }))
      await waitFor(() => expect(document.querySelector('[data-row]')?.textContent).toContain('Listed Comb'))
      expect(path()).toBe(`${productsPath}?search=Listed&sort=-price`)

      await user.click(screen.getByRole('button', { name: 'Category' }))
      await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Brow care' }))
      await waitForNoRow('Listed Comb')
      await findRow('Listed Tint')
      await user.keyboard('{Escape}')
      await user.click(screen.getByRole('button', { name: 'Save view' }))
      const dialog = await findDialog()
      await user.type(dialog.getByLabelText('Name'), 'Brows')
      await user.click(dialog.getByRole('button', { name: 'Save' }))
      const tab = await screen.findByRole('link', { name: 'Brows' })
      expect(tab.getAttribute('href')).toContain(`category_id=${categoryId}`)
      await waitUntilClosed()
      await user.click(screen.getByRole('link', { name: 'Drafts' }))
      await waitForNoRow('Listed Tint')
    })

    it('shows a sale price, and says what to do if nothing is found', async () => {
      const { id } = await makeProduct(db(), { name: 'Reduced Lamp', priceCents: 2000 })
      await changeElsewhere(id, { sale_price: 15 })
      const { user } = await open('clerk', '?search=Reduced')
      await findRow('Reduced Lamp', '$15.00', '$20.00')
      await user.keyboard('/nowhere to be found')
      await screen.findByText('No products found')
      expect(screen.getByRole('link', { name: 'Show all products' }).getAttribute('href')).toBe(productsPath)
    })

    it('offers clerks no changes', async () => {
      await makeProduct(db(), { name: 'Clerk Comb' })
      const { user } = await open('clerk', '?search=Clerk')
      await user.click(within(await findRow('Clerk Comb')).getByRole('checkbox'))
      const bar = within(await screen.findByRole('region', { name: 'Selected products' }))
      bar.getByRole('link', { name: 'Export' })
      for (const name of ['Activate', 'Archive', 'Change…']) expect(bar.queryByRole('button', { name })).toBeNull()
      for (const name of ['Add product', 'Edit in grid']) expect(screen.queryByText(name)).toBeNull()
    })
  })

  describe('in bulk', () => {
    it('raises prices after a preview of each, and undoes it', async () => {
      const first = await makeProduct(db(), { name: 'Raised One', priceCents: 1999 })
      const second = await makeProduct(db(), { name: 'Raised Two', priceCents: 1000 })
      const sale = await makeProduct(db(), { name: 'Raised Sale', priceCents: 1000 })
      await changeElsewhere(sale.id, { sale_price: 9.5 })
      const { user, fill } = await open('manager', '?search=Raised')
      await findRow('Raised One')
      await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
      await user.click(await screen.findByRole('button', { name: 'Change…' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Price' }))
      const dialog = await findDialog()
      const percent = dialog.getByLabelText('Percent')
      await user.type(percent, '5,5')
      await dialog.findByText(/Enter a percentage/)
      await fill(percent, '-7.5')
      await dialog.findByText('2 to change')
      dialog.getByText('Raised Sale: Enter a sale price below the regular price.')
      const table = dialog.getByRole('table')
      expect(within(table).getByRole('row', { name: /Raised One/ }).textContent).toBe('Raised One$19.99$18.49')
      expect(within(table).getByRole('row', { name: /Raised Two/ }).textContent).toBe('Raised Two$10.00$9.25')
      await user.click(dialog.getByRole('button', { name: 'Change 2 products' }))
      await waitForToast('2 products changed.')
      await findRow('Raised One', '$18.49')
      expect((await readProduct(second.id)).price_cents).toBe(925)
      expect(screen.queryByRole('region', { name: 'Selected products' })).toBeNull()

      await user.click(screen.getByRole('button', { name: 'Undo' }))
      await waitForToast('Change undone.')
      await findRow('Raised One', '$19.99')
      expect(await readProduct(first.id)).toMatchObject({ price_cents: 1999, version: 3 })
    })

    it('archives, changes the vendor, and asks before products become free', async () => {
      const { id } = await makeProduct(db(), { name: 'Bulked Comb' })
      const { user } = await open('manager', '?search=Bulked')
      const select = async () => user.click(within(await findRow('Bulked Comb')).getByRole('checkbox'))
      const choose = async (name: string) => {
        await user.click(await screen.findByRole('button', { name: 'Change…' }))
        await user.click(await screen.findByRole('menuitem', { name }))
        return findDialog()
      }
      await select()
      const vendor = await choose('Vendor')
      await user.type(vendor.getByLabelText('Vendor'), 'Mira')
      await user.click(await vendor.findByRole('button', { name: 'Change 1 product' }))
      await waitForToast('1 product changed.')
      expect((await readProduct(id)).vendor).toBe('Mira')

      await waitUntilClosed()
      await select()
      const price = await choose('Price')
      await user.click(price.getByRole('radio', { name: 'Amount' }))
      await user.type(price.getByLabelText('Amount', { selector: 'input[type=text]' }), '-10')
      await price.findByText(/would be free in the store/)
      expect(price.getByRole('button', { name: 'Change' })).toHaveProperty('disabled', true)
      await user.click(price.getByRole('checkbox', { name: /become free/ }))
      await user.click(await price.findByRole('button', { name: 'Change 1 product' }))
      await waitUntilClosed()
      expect((await readProduct(id)).price_cents).toBe(0)

      await select()
      await user.click(await screen.findByRole('button', { name: 'Archive' }))
      const archive = await findDialog()
      await archive.findByText('1 to change')
      await user.click(archive.getByRole('button', { name: 'Change 1 product' }))
      await waitForNoRow('Bulked Comb')
      expect((await readProduct(id)).status).toBe('archived')
    })

    it('changes all that match by a job, with progress and a result', async () => {
      await app().services.connection.pool.query(
        `insert into products (handle, name, kind, vendor, price_cents, pv)
         select 'job-' || n, 'Jobbed ' || n, 'product', 'Jobbed', 1000, 0 from generate_series(1, 520) n`,
      )
      const { user } = await open('manager', '?vendor=Jobbed')
      await screen.findByText('520')
      await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
      await user.click(await screen.findByRole('button', { name: 'Select all 520 that match' }))
      await screen.findByText('All 520 products')
      await user.click(await screen.findByRole('button', { name: 'Change…' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Price' }))
      const dialog = await findDialog()
      await user.type(dialog.getByLabelText('Percent'), '10')
      await dialog.findByText('520 to change')
      expect(within(dialog.getByRole('table')).getAllByRole('row')).toHaveLength(501)
      await user.click(dialog.getByRole('button', { name: 'Show more' }))
      await waitFor(() => expect(within(dialog.getByRole('table')).getAllByRole('row')).toHaveLength(521))
      await user.click(dialog.getByRole('button', { name: 'Change 520 products' }))
      await screen.findByRole('progressbar')
      await screen.findByText('Changing prices of 520 products')
      const { rows } = await app().services.connection.pool.query(
        'select id from product_bulk_runs where ended_at is null',
      )
      await executeBulkRun(app().services, rows[0].id)
      await screen.findByText('520 products changed.')
      await findRow('Jobbed 100', '$11.00')
      await user.click(screen.getByRole('button', { name: 'Dismiss' }))
      expect(screen.queryByText('520 products changed.')).toBeNull()
    })
  })

  describe('with its grid', () => {
    const gridColumns = [
      'Name',
      'Price',
      'Compare at',
      'PV',
      'SKU',
      'Barcode',
      'Weight (g)',
      'Shelf',
      'Category',
      'Status',
    ]
    const cell = (row: number, header: string) => {
      const found = document.querySelector<HTMLElement>(`[data-cell="${row}:${gridColumns.indexOf(header)}"]`)
      if (!found) throw new Error(`no cell ${row} ${header}`)
      return found
    }
    const openGrid = async (search: string) => {
      const page = await open('manager', `?search=${search}&grid=1`)
      await screen.findByRole('grid', { name: 'Products' })
      return page
    }
    const save = () => screen.getByRole('button', { name: 'Save' })

    it('is edited by keyboard and saved together', async () => {
      const { id: categoryId } = await makeCategory(db(), { name: 'Grid nails' })
      const first = await makeProduct(db(), { name: 'Grid A', sku: 'A-1', priceCents: 1000 })
      const second = await makeProduct(db(), { name: 'Grid B', priceCents: 2000 })
      const { user } = await openGrid('Grid')
      await screen.findByText('Grid A')
      cell(0, 'Name').focus()
      await user.keyboard('{ArrowRight}')
      expect(document.activeElement).toBe(cell(0, 'Price'))
      // Typing replaces the value; Enter saves the text and moves down.
      await user.keyboard('12.5{Enter}')
      expect(document.activeElement).toBe(cell(1, 'Price'))
      expect(cell(0, 'Price').textContent).toBe('12.5')
      // F2 keeps the text; Tab moves right, Escape restores.
      await user.keyboard('{F2}')
      expect(document.activeElement).toHaveProperty('value', '$20.00')
      await user.keyboard('{Control>}a{/Control}21{Tab}30{Tab}')
      expect(document.activeElement).toBe(cell(1, 'PV'))
      await user.keyboard('7{Escape}')
      expect(cell(1, 'PV').textContent).toBe('10')
      expect(document.activeElement).toBe(cell(1, 'PV'))
      await user.keyboard('{End}{Enter}')
      await user.selectOptions(document.activeElement as HTMLElement, 'Draft')
      await user.keyboard('{Enter}')
      await user.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
      await user.selectOptions(document.activeElement as HTMLElement, 'Grid nails')
      await user.keyboard('{Enter}')
      // Delete clears an optional field.
      cell(0, 'SKU').focus()
      await user.keyboard('{Delete}')
      await screen.findByText('2 products changed')
      await user.click(save())
      await waitForToast('2 products saved.')
      expect(await readProduct(first.id)).toMatchObject({ price_cents: 1250, sku: '', version: 2 })
      expect(await readProduct(second.id)).toMatchObject({
        ...{ price_cents: 2100, compare_at_cents: 3000, category_id: categoryId, status: 'draft', version: 2 },
      })
      expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
      expect(cell(1, 'Price').textContent).toBe('$21.00')
    })

    it('takes a block from a spreadsheet, shows errors in place, undoes and copies', async () => {
      const products = [
        await makeProduct(db(), { name: 'Pasted A', priceCents: 1000, compareAtCents: 1500 }),
        await makeProduct(db(), { name: 'Pasted B', priceCents: 1000 }),
      ]
      const { user } = await openGrid('Pasted')
      await screen.findByText('Pasted A')
      await user.click(cell(0, 'Price'))
      await user.paste('$1,234.50\t\t40\r\n12,50\t20\t50\r\n9\t9\t9\r\n')
      await waitForToast('3 cells were beyond the edge of the grid.')
      expect(cell(0, 'Compare at').textContent).toBe('')
      within(cell(1, 'Price')).getByText('Use a point before cents, as in 12.50.')
      expect(cell(1, 'Price').getAttribute('aria-invalid')).toBe('true')
      await screen.findByText(/1 cell needs a correction/)
      cell(0, 'Name').focus()
      await user.click(save())
      expect(document.activeElement).toBe(cell(1, 'Price'))
      expect((await readProduct(products[0]?.id ?? 0)).version).toBe(1)

      await user.keyboard('12.50{Enter}')
      cell(0, 'Price').focus()
      await user.keyboard('{ArrowLeft}{ArrowRight}{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
      const setData = vi.fn()
      fireEvent.copy(document.activeElement as HTMLElement, { clipboardData: { setData } })
      expect(setData).toHaveBeenCalledWith('text/plain', '$1,234.50\t\n12.50\t20')

      await user.keyboard('{Control>}z{/Control}')
      within(cell(1, 'Price')).getByText('Use a point before cents, as in 12.50.')
      await user.keyboard('{Control>}z{/Control}')
      expect(cell(1, 'Price').textContent).toBe('$10.00')
      expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
    })

    it('shows the value of someone else and keeps what was entered', async () => {
      const product = await makeProduct(db(), { name: 'Contested Comb', priceCents: 1000 })
      const { user } = await openGrid('Contested')
      await screen.findByText('Contested Comb')
      cell(0, 'Price').focus()
      await user.keyboard('12{Tab}{Tab}55{Enter}')
      await changeElsewhere(product.id, { price: 11, shelf: 'Z-9' })
      await user.click(save())
      await screen.findByText(/Someone else changed these cells/)
      within(cell(0, 'Price')).getByText('Someone else: $11.00')
      expect(cell(0, 'Price').textContent).toContain('12')
      await findRow('Z-9')
      await user.click(screen.getByRole('button', { name: 'Use theirs' }))
      expect(cell(0, 'Price').textContent).toBe('$11.00')
      await user.click(save())
      await waitForToast('1 product saved.')
      expect(await readProduct(product.id)).toMatchObject({ price_cents: 1100, pv: 55, shelf: 'Z-9' })
    })

    it('shows refusals of the server at their cells, and asks before a product becomes free', async () => {
      const product = await makeProduct(db(), { name: 'Gifted Comb', priceCents: 1000 })
      await changeElsewhere(product.id, { sale_price: 9 })
      const { user } = await openGrid('Gifted')
      await screen.findByText('Gifted Comb')
      cell(0, 'Price').focus()
      await user.keyboard('8{Enter}')
      await user.click(save())
      await within(cell(0, 'Price')).findByText('Enter a sale price below the regular price.')
      await changeElsewhere(product.id, { sale_price: null })
      await user.keyboard('0{Enter}')
      await user.click(save())
      // The product was changed elsewhere, so it is based on the current version now.
      await waitForToast('Someone else changed this product.')
      await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
      await user.click(save())
      const dialog = await findDialog()
      await user.click(dialog.getByRole('button', { name: 'Save' }))
      await waitForToast('1 product saved.')
      expect((await readProduct(product.id)).price_cents).toBe(0)
    })

    it('asks before unsaved changes are lost, but keeps them across pages of the list', async () => {
      await makeProduct(db(), { name: 'Guarded Comb' })
      const { user, navigate, path } = await openGrid('Guarded')
      await screen.findByText('Guarded Comb')
      cell(0, 'PV').focus()
      await user.keyboard('77{Enter}')
      await navigate(`${productsPath}?search=nothing&grid=1`)
      await screen.findByText('1 product changed')
      await navigate(adminPaths.stock)
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
      expect(path()).toContain(productsPath)
      await user.click(screen.getByRole('button', { name: 'Discard' }))
      await navigate(adminPaths.stock)
      await screen.findByRole('heading', { level: 1, name: 'Stock' })
    })
  })
})
