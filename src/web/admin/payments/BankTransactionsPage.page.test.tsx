import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { findDialog, openAdminPage, pageTest, waitUntilClosed } from '#test/page.tsx'
import { findRow, findRowButton, waitForNoRow } from '#test/page-rows.ts'
import { waitForToast } from '#test/page-toasts.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { placeUnpaidOrder } from '#test/unpaid-order.ts'

const noticesPath = adminPaths.bankTransactions

pageTest('the page of bank payments', (app) => {
  const importLine = async (payer: string, amount: string, memo: string) => {
    const text = `Date,Amount,Name,Memo,Transaction ID\n01/05/2026,+${amount},${payer},${memo},${payer}\n`
    const clerk = await openStaffBrowser(app, 'clerk')
    expect((await clerk.post('/admin/bank-transactions/import', { text, kind: 'csv' })).statusCode).toBe(200)
  }

  it('previews a statement with its columns, imports it once, and books its exact matches with two actions', async () => {
    const orders = []
    for (const [index, name] of ['Ada Exact', 'Bea Exacter', 'Cleo Short', 'Fiona Named'].entries())
      orders.push(await placeUnpaidOrder(app(), { name, priceCents: 2_000 + index * 1_111 }))
    const [ada, bea, cleo, fiona] = orders
    if (!ada || !bea || !cleo || !fiona) throw new Error('An order is missing.')
    const line = (description: string, amount: number, id: number) => `01/05/2026,${description},${amount},DEMO${id}`
    const statement = [
      'Date,Description,Amount,Transaction ID',
      line(`ZELLE PAYMENT FROM ADA EXACT FOR ${encodePaymentReference(ada.id)}`, ada.total, 1),
      line(`ZELLE PAYMENT FROM BEA EXACTER FOR ${encodePaymentReference(bea.id)}`, bea.total, 2),
      line(`ZELLE PAYMENT FROM CLEO SHORT FOR ${encodePaymentReference(cleo.id)}`, cleo.total - 5, 3),
      line('ZELLE PAYMENT FROM FIONA NAMED', fiona.total, 4),
      line('DEPOSIT', 999.99, 5),
    ].join('\n')
    const file = new File([statement], 'statement.csv', { type: 'text/csv' })

    const { user, navigate } = await openAdminPage(await openStaffBrowser(app, 'clerk'), noticesPath)
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const dialog = await findDialog()
    await user.upload(dialog.getByLabelText('Bank file'), file)
    await dialog.findByText(/Found 5 payments: 5 new, 0 already imported\./)

    // Corrects the guessed column type; the file is parsed again.
    const columnType = dialog.getByLabelText('Content of Description')
    expect(columnType).toHaveProperty('value', 'memo')
    await user.selectOptions(columnType, 'Payer')
    await waitFor(() => expect(dialog.queryByRole('cell', { name: 'ADA EXACT' })).toBeNull())
    const payments = within(dialog.getByRole('table', { name: 'First payments' }))
    payments.getByRole('cell', { name: `ZELLE PAYMENT FROM ADA EXACT FOR ${encodePaymentReference(ada.id)}` })
    await user.selectOptions(columnType, 'Memo')
    await dialog.findByRole('cell', { name: 'ADA EXACT' })
    await user.click(dialog.getByRole('button', { name: 'Add 5 payments' }))
    await waitForToast('5 payments added.')
    await findRow('DEPOSIT', 'No open order matches.')

    // Two actions book all exact matches.
    await navigate('/admin')
    await user.click(await screen.findByRole('link', { name: /that match exactly/ }))
    await findRow('ADA EXACT', 'Matches memo code')
    await user.click(screen.getByRole('button', { name: 'Record all exact' }))
    await waitForToast('2 payments recorded: $')
    await waitForNoRow('ADA EXACT')

    // Undo reopens them, and they are booked again.
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitForToast('payments reopened')
    await findRow('ADA EXACT', 'Matches memo code')
    await user.click(screen.getByRole('button', { name: 'Record all exact' }))
    await waitForNoRow('ADA EXACT')

    // A probable match shows its reason.
    await navigate(`${noticesPath}?match=probable`)
    await findRow('FIONA NAMED', 'customer name')
    await user.click(await findRowButton('FIONA NAMED', /^Record \$/))
    await waitForNoRow('FIONA NAMED')

    await navigate(`${noticesPath}?state=booked`)
    await user.click(await findRowButton('FIONA NAMED', /^Reopen/))
    const undoDialog = await findDialog()
    undoDialog.getByText(/is removed from order/)
    await user.click(undoDialog.getByRole('button', { name: 'Reopen' }))
    // The error appears once, at the focused field.
    expect(await undoDialog.findAllByText('Enter a reason.')).toHaveLength(1)
    expect(document.activeElement).toBe(undoDialog.getByLabelText('Reason'))
    await user.type(undoDialog.getByLabelText('Reason'), 'It was another Fiona')
    await user.click(undoDialog.getByRole('button', { name: 'Reopen' }))
    await waitForToast('Bank payment reopened.')

    await navigate(`${noticesPath}?import=1`)
    const secondDialog = await findDialog()
    await user.upload(secondDialog.getByLabelText('Bank file'), file)
    await secondDialog.findByText(/Found 5 payments: 0 new, 5 already imported\./)
    expect(secondDialog.getByRole('button', { name: 'Nothing new' })).toHaveProperty('disabled', true)
  })

  it('splits a payment pasted from an email between two orders, and reopens it, by keyboard alone', async () => {
    const [first, second] = [await placeUnpaidOrder(app()), await placeUnpaidOrder(app())]
    const { user, navigate } = await openAdminPage(await openStaffBrowser(app, 'clerk'), `${noticesPath}?import=1`)
    const dialog = await findDialog()
    expect(document.activeElement).toBe(dialog.getByLabelText('Or paste text'))
    await user.paste('Zephyrine Quill LLC paid you $55.55 on November 3, 2025 - note: for both of us')
    await user.keyboard('{Control>}{Enter}{/Control}')
    const addButton = await dialog.findByRole('button', { name: 'Add 1 payment' })
    expect(document.activeElement).toBe(addButton)
    await user.keyboard('{Enter}')
    await waitForToast('1 payment added.')

    await navigate(`${noticesPath}?match=unknown`)
    const matchButton = await findRowButton('Zephyrine Quill', /^Match/)
    for (let presses = 0; presses < 20 && document.activeElement !== matchButton; presses++) await user.keyboard('j')
    expect(document.activeElement).toBe(matchButton)
    await user.keyboard('{Enter}')
    const split = await findDialog()
    expect(document.activeElement).toBe(split.getByRole('combobox', { name: 'Find the order' }))
    for (const { id } of [first, second]) {
      await user.keyboard(String(id))
      expect(await screen.findAllByRole('option')).toHaveLength(1)
      await user.keyboard('{Enter}')
      await split.findByLabelText(`Amount for order ${id}`)
    }
    // Enter in an empty search submits nothing.
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).not.toBeNull()
    const enter = async (id: number, amount: string) => {
      split.getByLabelText(`Amount for order ${id}`).focus()
      await user.keyboard(`{Control>}a{/Control}${amount}`)
    }
    await enter(first.id, '30.55')
    await enter(second.id, '30')
    expect(split.getByRole('row', { name: /Over by/ }).textContent).toContain('$5.00')
    expect(split.getByRole('button', { name: 'Record' })).toHaveProperty('disabled', true)
    await enter(second.id, '20')
    expect(split.getByRole('row', { name: /Left to match/ }).textContent).toContain('$5.00')
    await user.keyboard('{Enter}')
    await waitForToast('Recorded. $5.00 is still open.')
    const pays = `$30.55 pays order ${first.id}, $20.00 pays order ${second.id}`
    await findRow('Zephyrine Quill', pays)

    const chooseAction = async (name: string) => {
      ;(await findRowButton('Zephyrine Quill', /^More/)).focus()
      await user.keyboard('{Enter}')
      const item = await screen.findByRole('menuitem', { name })
      while (document.activeElement !== item) await user.keyboard('{ArrowDown}')
      await user.keyboard('{Enter}')
      return findDialog()
    }
    const undo = await chooseAction('Undo payment…')
    const removed = undo.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(removed).toContainEqual(expect.stringContaining(`$20.00 is removed from order ${second.id}`))
    undo.getByLabelText('Reason').focus()
    await user.keyboard('Wrong orders{Enter}')
    await waitForToast('Bank payment reopened.')
    await waitForNoRow('pays order')
    await findRow('Zephyrine Quill', '$55.55')

    const aside = await chooseAction('Set aside…')
    aside.getByLabelText('Reason').focus()
    await user.keyboard('Internal transfer{Enter}')
    await waitForNoRow('Zephyrine Quill')
    await navigate(`${noticesPath}?state=set_aside`)
    await findRow('Zephyrine Quill', 'Internal transfer')
  })

  it('shows the second of two clerks what the first booked, and keeps the input', async () => {
    const [first, second] = [await placeUnpaidOrder(app()), await placeUnpaidOrder(app())]
    await importLine('TWOFOLD PAYER', '61.61', 'for the salon')
    const clerk = await openStaffBrowser(app, 'clerk')
    const { user } = await openAdminPage(await openStaffBrowser(app, 'manager'), `${noticesPath}?match=unknown`)
    await user.click(await findRowButton('TWOFOLD PAYER', /^Match/))
    const dialog = await findDialog()
    await user.type(dialog.getByRole('combobox', { name: 'Find the order' }), String(second.id))
    await user.click(await screen.findByRole('option'))
    const amount = await dialog.findByLabelText(`Amount for order ${second.id}`)
    await user.clear(amount)
    await user.type(amount, '41.00')

    const { data } = (await clerk.get('/admin/bank-transactions.json?match=unknown')).json()
    const { id, version } = data.find(({ payer }: { payer: string }) => payer === 'TWOFOLD PAYER')
    const share = { orders: [{ order_id: first.id, amount: 31 }], expected_version: version }
    expect((await clerk.post(`/admin/bank-transactions/${id}/book`, share)).statusCode).toBe(200)
    expect((await dialog.findByText('Open amount:')).parentElement?.textContent).toContain('$61.61 $30.61')
    dialog.getByText(new RegExp(`It pays order ${first.id} \\$31\\.00`))
    expect(amount).toHaveProperty('value', '41.00')
    expect(dialog.getByRole('row', { name: /Over by/ }).textContent).toContain('$10.39')
    await user.clear(amount)
    await user.type(amount, '30.61')
    await user.click(dialog.getByRole('button', { name: 'Record $30.61' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Someone else changed this payment.')
    await user.click(dialog.getByRole('button', { name: 'Record $30.61' }))
    await waitForNoRow('TWOFOLD PAYER')
    await waitUntilClosed()
  })
})
