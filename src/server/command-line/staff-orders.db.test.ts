import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { commandLineForSuite } from '#test/command-line.ts'
import { makeProduct } from '#test/factories.ts'
import { readPdfPages } from '#test/pdf-text.ts'

describe('orders on the command line', () => {
  const { folder, connection, shop } = commandLineForSuite()
  const write = (name: string, content: object | string) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  const guest = {
    kind: 'guest',
    first_name: 'Ana',
    last_name: 'Reyes',
    user_email: 'ana@example.com',
    phone_number: '201 555 0100',
  }
  const counter = { type: 'P', payment_type: 'cash', customer: guest }
  const placeOrder = async (name: string, sku: string): Promise<{ id: number; productId: number }> => {
    const { id: productId } = await makeProduct(connection().db, { name, sku, priceCents: 2000, stock: 9 })
    write('order.json', { ...counter, lines: [{ product_id: productId, quantity: 3 }] })
    const { code, output } = await shop('order', 'place', 'order.json')
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^Order \d+ is placed: \$60\.00\.\n$/) })
    return { id: Number(/\d+/.exec(output)), productId }
  }
  const stockOf = async (id: number) =>
    (await connection().pool.query('select stock from products where id = $1', [id])).rows[0].stock

  it('are placed like through the call, once per key', async () => {
    const { id: productId } = await makeProduct(connection().db, { priceCents: 1500, stock: 5 })
    write('paid.json', { ...counter, lines: [{ product_id: productId, quantity: 2 }], paid: true, handed_over: true })
    const first = await shop('order', 'place', 'paid.json', '--key', 'call 12', '--by', 'clerk@example.com')
    expect(first).toEqual({ code: 0, output: expect.stringContaining('$30.00') })
    expect(await shop('order', 'place', 'paid.json', '--key', 'call 12', '--by', 'clerk@example.com')).toEqual(first)
    expect(await stockOf(productId)).toBe(3)
    const { rows } = await connection().pool.query(
      'select payment_state, fulfillment_state from orders where id = $1',
      [Number(/\d+/.exec(first.output))],
    )
    expect(rows).toEqual([{ payment_state: 'paid', fulfillment_state: 'picked_up' }])

    write('many.json', { ...counter, lines: [{ product_id: productId, quantity: 4 }] })
    expect(await shop('order', 'place', 'many.json')).toEqual({
      code: 1,
      output: expect.stringMatching(/^Only 3 of .* left\.\n$/),
    })
    write('wrong.json', { ...counter, customer: { ...guest, user_email: 'ana' }, lines: [] })
    expect(await shop('order', 'place', 'wrong.json')).toEqual({
      code: 1,
      output: expect.stringMatching(/wrong\.json, lines: Add a product\.\nwrong\.json, customer\.user_email: .+\n$/),
    })
    write('none.json', '{')
    expect(await shop('order', 'place', 'none.json')).toEqual({
      code: 1,
      output: expect.stringMatching(/^none\.json is not valid JSON: /),
    })
    expect(await stockOf(productId)).toBe(3)
  })

  it('are edited after a preview, in the version that was previewed', async () => {
    const { id, productId } = await placeOrder('Rose oil', 'RO-1')
    write('edit.json', {
      order_id: id,
      version: 1,
      lines: [{ product_id: productId, quantity: 4 }],
      discount: { kind: 'amount', amount: 5, reason: 'A regular' },
      reason: 'They called',
    })
    expect(await shop('order', 'edit', 'edit.json', '--preview')).toEqual({
      code: 0,
      output: `Order ${id} would total $75.00, a difference of $15.00. Nothing was changed.\n`,
    })
    expect(await stockOf(productId)).toBe(6)
    expect(await shop('order', 'edit', 'edit.json')).toEqual({
      code: 0,
      output: `Order ${id} is now version 2 and totals $75.00, a difference of $15.00.\n`,
    })
    expect(await stockOf(productId)).toBe(5)
    expect(await shop('order', 'edit', 'edit.json')).toEqual({
      code: 1,
      output: 'Someone else changed the order. It’s now version 2.\n',
    })
  })

  it('have slips, labels and a pick list, by number or payment reference', async () => {
    const [first, second] = [await placeOrder('Elm oil', 'EL-1'), await placeOrder('Fir oil', 'FI-1')]
    const code = paymentReferenceOf(second.id)
    const paper = async (name: string, ...numbers: (string | number)[]) => {
      const { code, output } = await shop('order', name, ...numbers.map(String), '--out', `${name}.pdf`)
      expect(code).toBe(0)
      return {
        output: output,
        text: readPdfPages(readFileSync(join(folder, `${name}.pdf`)))
          .flat()
          .join('\n'),
      }
    }
    const slips = await paper('slip', first.id, code, second.id)
    expect(slips.output).toBe('Wrote 2 shipments to slip.pdf.\n')
    expect(slips.text).toContain('Elm oil')
    expect(slips.text).toContain('Fir oil')
    const label = await paper('label', first.id)
    expect(label.output).toBe('Wrote one shipment to label.pdf.\n')
    expect(label.text).toContain(String(first.id))
    expect(label.text).not.toContain('Elm oil')
    const list = await paper('pick-list', first.id, code)
    expect(list.output).toBe('Wrote the pick list of 2 orders to pick-list.pdf.\n')
    expect(list.text).toContain('EL-1')
    expect(list.text).toContain('FI-1')
    for (const name of ['slip', 'label', 'pick-list']) {
      const refused = await shop('order', name, '999999999', '--out', 'none.pdf')
      expect(refused).toEqual({ code: 1, output: 'There is no order 999999999.\n' })
    }
  })
})
