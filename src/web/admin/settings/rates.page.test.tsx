import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TaxTable } from '#contract/checkout/rates.ts'
import { findDialog, openAdminPage, pageTest } from '#test/page.tsx'
import { openStaffBrowser } from '#test/staff.ts'

const listed = (text: string): HTMLElement | undefined =>
  screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes(text))

pageTest('the pages of tax and shipping rates', (app) => {
  it('sets, tests and removes a tax rate without affecting other locations', async () => {
    const browser = await openStaffBrowser(app, 'owner')
    const { user } = await openAdminPage(browser, '/admin/settings/tax')
    await user.click(await screen.findByRole('button', { name: 'Add a rate' }))
    const dialog = await findDialog()
    await dialog.findByRole('option', { name: 'Vermont' })
    await user.selectOptions(dialog.getByLabelText('State'), 'Vermont')
    await user.type(dialog.getByLabelText('ZIP prefix', { exact: false }), '059')
    const percent = dialog.getByLabelText('Percent', { exact: false })
    await user.type(percent, 'much{Enter}')
    await waitFor(() => expect(percent.getAttribute('aria-invalid')).toBe('true'))
    await user.clear(percent)
    await user.type(percent, '6.25')
    const from = dialog.getByLabelText('From', { exact: false })
    await user.type(from, '2001-01-01')
    await user.click(dialog.getByRole('button', { name: 'Save rate' }))
    await dialog.findByText(/A rate must start today or later/)
    await user.clear(from)
    await user.type(percent, '{Enter}')
    await screen.findByText('Vermont, ZIP 059…, 6.25% from today. Existing orders keep theirs.')
    expect((await screen.findByRole('table', { name: 'Tax rates' })).textContent).toContain('VT 059…')

    await user.click(screen.getByRole('button', { name: 'Remove VT 059…' }))
    await findDialog()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove VT 059…' })).toBeNull())
  })

  it('shows a rate that another owner saved meanwhile, and overwrites it only if submitted again', async () => {
    const browser = await openStaffBrowser(app, 'owner')
    const other = await openStaffBrowser(app, 'owner')
    const rate = { state: 'VT', zip_prefix: '058', on_goods: true, on_shipping: false }
    const readVersion = async () => (await other.get('/admin/settings/tax.json')).json<TaxTable>().version
    const setRate = async (changes: object) =>
      other.post('/admin/settings/tax/set', { ...rate, ...changes, expected_version: await readVersion() })
    expect((await setRate({ percent: '6.25' })).statusCode).toBe(200)

    const { user } = await openAdminPage(browser, '/admin/settings/tax')
    await user.click(await screen.findByRole('button', { name: 'Change VT 058…' }))
    const dialog = await findDialog()
    await user.clear(dialog.getByLabelText('Percent', { exact: false }))
    await user.type(dialog.getByLabelText('Percent', { exact: false }), '6')
    expect((await setRate({ percent: '6.25', on_shipping: true })).statusCode).toBe(200)
    await user.click(dialog.getByRole('button', { name: 'Save rate' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Someone else changed this table.')
    const changes = dialog.getByText(/^VT 058… from/).parentElement
    expect(changes?.textContent).toContain('6.25% on products 6.25% on products and shipping')
    const readRate = async () => {
      const { data } = (await other.get('/admin/settings/tax.json')).json<TaxTable>()
      return data.find(({ zip_prefix }) => zip_prefix === '058')
    }
    expect(await readRate()).toMatchObject({ percent: 6.25, on_shipping: true })
    await user.click(dialog.getByRole('button', { name: 'Save rate' }))
    await waitFor(async () => expect(await readRate()).toMatchObject({ percent: 6, on_shipping: false }))
  })

  it('creates, orders and removes a shipping method and a zone', async () => {
    const { user } = await openAdminPage(await openStaffBrowser(app, 'owner'), '/admin/settings/shipping')
    await user.click(await screen.findByRole('button', { name: 'Add a method' }))
    await user.type((await findDialog()).getByLabelText('Name shown to customers'), 'By sledge{Enter}')
    await screen.findByRole('button', { name: 'Change By sledge' })

    // A new method is offered last.
    const findLast = () =>
      screen
        .getAllByRole('button', { name: /^Move .* down$/ })
        .at(-1)
        ?.closest('li')?.textContent
    screen.getByRole('button', { name: 'Move By sledge up' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(findLast()).not.toContain('By sledge'))
    await user.click(screen.getByRole('button', { name: 'Move By sledge down' }))
    await waitFor(() => expect(findLast()).toContain('By sledge'))

    await user.click(screen.getByRole('button', { name: 'Add a zone' }))
    const dialog = await findDialog()
    await user.type(dialog.getByLabelText('Name'), 'Far north')
    await user.type(dialog.getByLabelText('ZIP prefixes'), '99999, 99998')
    const base = dialog.getByLabelText('By sledge, per package')
    await user.type(base, 'twelve')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(base.getAttribute('aria-invalid')).toBe('true'))
    await user.clear(base)
    await user.type(base, '12')
    await user.type(dialog.getByLabelText('By sledge, per pound'), '1.50')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(listed('Far north')?.textContent).toContain('$12.00 + $1.50 per pound'))

    await user.selectOptions(screen.getByLabelText('State'), 'Alaska')
    await user.clear(screen.getByLabelText('ZIP'))
    await user.type(screen.getByLabelText('ZIP'), '99999')
    await user.click(screen.getByRole('button', { name: 'Calculate' }))
    const quote = await waitFor(() => {
      const quotes = screen.getAllByRole('listitem').filter((item) => /^By sledge.*Why/.test(item.textContent))
      expect(quotes).toHaveLength(1)
      return quotes[0] as HTMLElement
    })
    await user.click(within(quote).getByRole('button', { name: 'Why this total?' }))
    const explanation = await findDialog()
    await explanation.findByText(/16\.50/)
    await user.keyboard('{Escape}')

    await user.click(await screen.findByRole('button', { name: 'Remove Far north' }))
    await findDialog()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(listed('Far north')).toBeUndefined())
    await user.click(await screen.findByRole('button', { name: 'Remove By sledge' }))
    await findDialog()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove By sledge' })).toBeNull())
  })
})
