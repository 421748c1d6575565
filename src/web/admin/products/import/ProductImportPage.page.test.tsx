import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { executePictureFetch } from '#server/catalog/product-file/import-picture.jobs.ts'
import { makeProduct } from '#test/factories.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { findRow, waitForNoRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { importsOf } from '#test/product-imports.ts'
import { openStaffBrowser } from '#test/staff.ts'

const importsPath = adminPaths.productImports

pageTest('an import of products', (app) => {
  const db = () => app().services.db
  const imports = importsOf(app)
  const open = async (path: string, role: 'clerk' | 'manager' = 'manager') =>
    openAdminPage(await openStaffBrowser(app, role), path)
  const openImport = (id: number) => open(`${importsPath}/${id}`)
  const read = async (handle: string) =>
    (await app().services.connection.pool.query('select * from products where handle = $1', [handle])).rows[0]
  const idOf = (path: string) => Number(path.split('?')[0]?.split('/').at(-1))
  const fileOf = (text: string, name = 'prices.csv') => new File([text], name, { type: 'text/csv' })

  it('is previewed, imported and undone', async () => {
    await makeProduct(db(), { handle: 'j-wax', name: 'Wax', priceCents: 500 })
    await makeProduct(db(), { handle: 'j-tape', name: 'Tape', priceCents: 600 })
    const { user, path } = await open(adminPaths.products)
    await user.click(await screen.findByRole('link', { name: 'Import' }))
    await screen.findByText('No imports yet')
    const file =
      'Handle,Title,Variant Price,Cost\nj-wax,Wax,6.50,1\nj-tape,Tape,6,1\nj-oil,Argan Oil,7,1\nj-bad,Bad,x,1\n'
    await user.upload(screen.getByLabelText('Product file'), fileOf(file))
    await screen.findByText('Reading the file')
    const id = idOf(path())
    await imports.work(id)

    await screen.findByRole('button', { name: 'Import 2 products' })
    await findRow('Wax', 'j-wax', 'Changed', 'Price: $5.00 → $6.50', '2')
    await findRow('Argan Oil', 'New', '$7.00')
    await findRow('Tape', 'Unchanged')
    await findRow('Bad', 'Refused', 'Line 5, column Variant Price: “x” is not an amount in dollars.')
    const leftAlone = within(screen.getByRole('region', { name: 'What this file leaves alone' }))
    leftAlone.getByText(/known products keep them: .*Vendor/)
    leftAlone.getByText('These columns of the file are not read: Cost.')
    await user.click(within(screen.getByRole('navigation', { name: 'Products of the file' })).getByText('Refused'))
    await waitForNoRow('Wax')
    expect(await read('j-wax')).toMatchObject({ price_cents: 500 })

    await user.click(screen.getByRole('button', { name: 'Import 2 products' }))
    const dialog = await findDialog()
    dialog.getByText('1 product to add')
    dialog.getByText('1 product to change')
    dialog.getByText('1 product refused and left out')
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    await waitUntilClosed()
    await screen.findByText('Importing')
    await imports.work(id)
    await screen.findByText('1 product added, 1 product changed.')
    await findRow('Argan Oil', '$7.00')
    expect(await read('j-wax')).toMatchObject({ price_cents: 650 })

    await user.click(screen.getByRole('button', { name: 'Undo import' }))
    const undo = await findDialog()
    undo.getByText('1 product: back to the version before')
    await user.click(undo.getByRole('button', { name: 'Undo import' }))
    await waitUntilClosed()
    await screen.findByText('Undoing the import')
    await imports.work(id)
    await screen.findByText(/The import was undone/)
    expect([await read('j-wax'), await read('j-oil')]).toMatchObject([{ price_cents: 500 }, undefined])
    await user.click(screen.getByRole('link', { name: 'All imports' }))
    await findRow('prices.csv', 'Undone')
  })

  it('says why a file cannot be read, and takes another one', async () => {
    const { import_id } = await imports.preview('Title,Variant Price\nWax,5\n', 'wrong.csv')
    const { user, path } = await openImport(import_id)
    await screen.findByText('Line 1, column Handle: The column is missing.')
    await user.upload(screen.getByLabelText('Product file'), fileOf('Handle,Title,Variant Price\nk-wax,Wax,5\n'))
    await screen.findByText('Reading the file')
    expect(idOf(path())).not.toBe(import_id)
  })

  it('refuses an empty file and another type before uploading it', async () => {
    const { user } = await open(importsPath)
    const field = await screen.findByLabelText('Product file')
    await user.upload(field, fileOf('', 'empty.csv'))
    expect((await screen.findAllByText('empty.csv is empty.')).length).toBeGreaterThan(0)
  })

  it('sets stock and sells products for nothing only if asked to', async () => {
    await makeProduct(db(), { handle: 'l-wax', name: 'Wax', stock: 3, priceCents: 500 })
    await makeProduct(db(), { handle: 'l-oil', name: 'Oil', stock: 5, priceCents: 500 })
    const file = 'Handle,Variant Price,Variant Inventory Qty\nl-wax,5,8\nl-oil,0,5\n'
    const { import_id } = await imports.preview(file)
    const { user } = await openImport(import_id)
    await screen.findByRole('button', { name: 'Import 1 product' })
    await user.click(screen.getByRole('checkbox', { name: /Also set the stock of 1 product/ }))
    await findRow('Wax', 'Stock: 3 → 8')
    await user.click(screen.getByRole('link', { name: /1 product would be free, for \$0.00/ }))
    await waitForNoRow('Wax')
    await user.click(await screen.findByRole('button', { name: 'Import 2 products' }))
    const dialog = await findDialog()
    expect(dialog.getByRole('button', { name: 'Import' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('checkbox', { name: /Sell 1 product for \$0.00/ }))
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    await waitUntilClosed()
    await imports.work(import_id)
    await screen.findByText('2 products changed.')
    expect([await read('l-wax'), await read('l-oil')]).toMatchObject([{ stock: 8 }, { price_cents: 0, stock: 5 }])
  })

  it('shows the present figures when products have changed since the preview', async () => {
    const { id } = await makeProduct(db(), { handle: 'm-wax', name: 'Wax', priceCents: 500 })
    await makeProduct(db(), { handle: 'm-oil', name: 'Oil', priceCents: 500 })
    const { import_id } = await imports.preview('Handle,Variant Price\nm-wax,6\nm-oil,6\n')
    const { user } = await openImport(import_id)
    await user.click(await screen.findByRole('button', { name: 'Import 2 products' }))
    const dialog = await findDialog()
    const manager = await openStaffBrowser(app, 'manager')
    await manager.post('/admin/products/change', { products: [{ product_id: id, fields: { price: 6 } }] })
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    await dialog.findByText(/Products have changed since the preview/)
    await dialog.findByText('1 product to change')
    expect(await read('m-oil')).toMatchObject({ price_cents: 500 })
    await user.click(dialog.getByRole('button', { name: 'Import' }))
    await waitUntilClosed()
    await screen.findByText('Importing')
  })

  it('cannot be undone once something else has changed its products, and names them', async () => {
    const { id } = await makeProduct(db(), { handle: 'n-wax', name: 'Named Wax', priceCents: 500 })
    const { import_id } = await imports.import('Handle,Variant Price\nn-wax,6\n')
    const manager = await openStaffBrowser(app, 'manager')
    await manager.post('/admin/products/change', { products: [{ product_id: id, fields: { price: 8 } }] })
    const { user } = await openImport(import_id)
    await user.click(await screen.findByRole('button', { name: 'Undo import' }))
    const dialog = await findDialog()
    await user.click(dialog.getByRole('button', { name: 'Undo import' }))
    await dialog.findByText(/can’t be undone, because “Named Wax” has changed since/)
  })

  it('that is not wanted is discarded', async () => {
    const { import_id } = await imports.preview('Handle,Title,Variant Price\no-wax,Wax,5\n')
    const { user, path } = await openImport(import_id)
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitForToast('The file was discarded.')
    await waitFor(() => expect(path()).toBe(importsPath))
  })

  it('names its file in the history of the product', async () => {
    const { id } = await makeProduct(db(), { handle: 'p-wax', name: 'Wax', priceCents: 500 })
    await imports.import('Handle,Variant Price\np-wax,6\n', {}, 'spring.csv')
    const { user } = await open(`/admin/products/${id}`)
    await user.click(await screen.findByRole('button', { name: 'History' }))
    const history = await findDialog()
    await history.findByText(/Import of spring.csv by/)
  })

  it('fetches its pictures, lists those that failed, and tries them again', async () => {
    const { import_id } = await imports.import(
      'Handle,Title,Variant Price,Image Src\nq-wax,Wax,5,https://127.0.0.1/wax.png\nq-oil,Oil,5,http://cdn.example/oil.png\n',
    )
    const { user } = await openImport(import_id)
    const pictures = within(await screen.findByRole('region', { name: 'Pictures' }))
    pictures.getByText(/2 pictures have only a web address/)
    await user.click(pictures.getByRole('button', { name: 'Fetch 2 pictures' }))
    await screen.findByText(/0 of 2 pictures done/)
    await executePictureFetch(app().services, import_id)
    await screen.findByText(/2 pictures could not be fetched/)
    const failed = within(await screen.findByRole('list', { name: 'Pictures that failed' }))
    failed.getByText('The address leads to a private network.')
    failed.getByText('Only addresses that begin with https:// are fetched.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(/0 of 2 pictures done/)
  })

  it('is not offered to clerks', async () => {
    await open(adminPaths.products, 'clerk')
    await screen.findByRole('heading', { level: 1, name: 'Products' })
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
    await open(importsPath, 'clerk')
    await screen.findByText('You don’t have access to this')
  })
})
