import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { adminPaths } from '#contract/admin-paths.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { createDemoBarcode } from '#server/demo/demo-shelves.ts'
import { address } from '#test/address.ts'
import type { Browser } from '#test/browser.ts'
import { makeProduct } from '#test/factories.ts'
import { fetchOrder, postAs } from '#test/order-view.ts'
import { findDialog, openAdminPage, pageTest } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { openStaffBrowser } from '#test/staff.ts'

const packPath = adminPaths.pack

/** Scanning makes a sound, which a light DOM cannot play. */
class SilentAudio {
  destination = {}
  currentTime = 0
  createOscillator = () => ({ frequency: {}, connect: (node: object) => node, start() {}, stop() {} })
  createGain = () => ({ gain: {}, connect: (node: object) => node })
}

pageTest('packing', (app) => {
  const masque = { id: 0, barcode: createDemoBarcode(0), shelf: 'A1-1' }
  const oil = { id: 0, barcode: createDemoBarcode(1), shelf: 'A1-2' }
  let clerk: Browser
  let manager: Browser
  beforeAll(async () => {
    vi.stubGlobal('AudioContext', SilentAudio)
    const { db } = app().services
    masque.id = (await makeProduct(db, { name: 'Keratin Repair Masque', sku: 'ORL-1000', stock: 100 })).id
    oil.id = (await makeProduct(db, { name: 'Apricot Cuticle Oil', sku: 'ORL-1010', stock: 100 })).id
    for (const { id, barcode, shelf } of [masque, oil])
      await db
        .updateTable('products')
        .set({ barcode, shelf })
        .where('id', '=', id as never)
        .execute()
    clerk = await openStaffBrowser(app, 'clerk')
    manager = await openStaffBrowser(app, 'manager')
    return () => vi.unstubAllGlobals()
  })
  beforeEach(() => sessionStorage.clear())

  type Line = [product: { id: number }, quantity: number]
  async function placeOrder(lines: readonly Line[], { name = 'Pia', payment = 'cash', paid = true } = {}) {
    const contact = { first_name: name, last_name: 'Packard', phone_number: '(201) 555-0188' }
    const response = await clerk.post('/admin/orders/place', {
      customer: { kind: 'guest', ...contact, user_email: `${name.toLowerCase()}@packing.example` },
      lines: lines.map(([{ id }, quantity]) => ({ product_id: id, quantity })),
      type: 'D',
      shipping: { ...address, ...contact },
      shipping_method: 'ground',
      payment_type: payment,
      paid,
    })
    expect([response.statusCode, response.body]).toEqual([expect.any(Number), expect.stringContaining('"id"')])
    return response.json().id as number
  }
  const fetchFulfillment = async (id: number) => (await fetchOrder(clerk, id)).fulfillment
  const findHeading = (level: 1 | 2, name: string) => screen.findByRole('heading', { level, name })
  const press = async (user: UserEvent, name: string) =>
    user.click(await screen.findByRole('button', { name, busy: false }))
  const scan = (user: UserEvent, code: string) => user.keyboard(`${code}{Enter}`)
  const select = async (user: UserEvent, id: number) =>
    user.click(await screen.findByRole('checkbox', { name: `Select ${id}` }))
  const findOutcomes = async () => {
    const orders = within(await screen.findByRole('list', { name: 'Orders' }))
    return orders.getAllByRole('listitem').map(({ textContent }) => textContent)
  }
  /** Packs everything that is open, like another person would. */
  const packAs = async (browser: Browser, id: number, body: object = {}) =>
    postAs(browser, `/admin/orders/${id}/pack`, { expected_version: (await fetchOrder(clerk, id)).version, ...body })

  it('goes through two orders in shelf order, by scan and by button, and refuses a wrong code', async () => {
    const firstId = await placeOrder([
      [oil, 1],
      [masque, 2],
    ])
    const secondId = await placeOrder([[masque, 1]], { name: 'Quentin' })
    const { user } = await openAdminPage(clerk, packPath)
    await findHeading(1, 'Pack')
    await select(user, firstId)
    await select(user, secondId)
    await press(user, 'Pack 2 selected')

    const list = within(await screen.findByRole('list', { name: 'To pick' }))
    const rows = list.getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^A1-1.*Masque.*3$/),
      expect.stringMatching(/^A1-2.*1$/),
    ])
    await user.click(within(rows[0] as HTMLElement).getByRole('checkbox'))
    await press(user, 'Pack order by order')

    await findHeading(1, `Order ${firstId}`)
    screen.getByText(masque.shelf)
    screen.getByText('2', { selector: '[role="status"] *' })
    await scan(user, oil.barcode)
    expect((await screen.findByRole('alert')).textContent).toContain('which comes later in this order')
    await scan(user, '4006381333931')
    await screen.findByText(/4006381333931 is not in this order/)
    await scan(user, masque.barcode)
    await screen.findByText(/1 of 2 scanned/)
    expect(screen.queryByRole('alert')).toBeNull()
    // A SKU identifies the same product, in any case.
    await scan(user, 'orl-1000')
    await screen.findByText(oil.shelf)

    // A locked phone's browser reloads the page.
    const { user: reloaded } = await openAdminPage(clerk, location.pathname + location.search)
    await screen.findByText(oil.shelf)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Picked' })))
    await reloaded.keyboard('{Enter}')
    await findHeading(2, 'Everything picked')
    await press(reloaded, 'Packed')
    await findHeading(2, 'Packed')
    for (const name of ['Packing slip', 'Label']) {
      const pdf = await clerk.get(screen.getByRole('link', { name }).getAttribute('href') ?? '')
      expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    }
    await press(reloaded, 'Next order')

    await findHeading(1, `Order ${secondId}`)
    await press(reloaded, 'Picked')
    await press(reloaded, 'Packed')
    await press(reloaded, 'Next order')
    await findHeading(1, 'All packed')
    expect(await findOutcomes()).toEqual([`${firstId}packed`, `${secondId}packed`])
    const labels = screen.getByRole('link', { name: '2 labels' }).getAttribute('href') ?? ''
    expect((await clerk.get(labels)).statusCode).toBe(200)
    for (const id of [firstId, secondId])
      expect(await fetchFulfillment(id)).toMatchObject({ state: 'packed', open_units: 0 })
  })

  it('leaves missing units open, and packs the rest', async () => {
    const id = await placeOrder([
      [masque, 3],
      [oil, 1],
    ])
    const { user } = await openAdminPage(clerk, `${packPath}?orders=${id}&order=${id}`)
    await screen.findByText('Line 1 of 2')
    await scan(user, masque.barcode)
    await press(user, 'Rest missing')
    await press(user, 'Missing')
    await findHeading(2, 'Only part found')
    await press(user, 'Pack what you found')
    await findHeading(2, 'Partly packed')
    expect(await fetchFulfillment(id)).toMatchObject({ state: 'partly_packed', open_units: 3 })

    await press(user, 'Next order')
    await findHeading(1, 'Partly packed')
    expect(await findOutcomes()).toEqual([`${id}packed in part`])
    await press(user, 'Pack open orders again')
    await screen.findByText('2', { selector: '[role="status"] *' })
    await press(user, 'Picked')
    await press(user, 'Picked')
    await press(user, 'Packed')
    await findHeading(2, 'Packed')
    expect(await fetchFulfillment(id)).toMatchObject({ state: 'packed', open_units: 0, shipments: [{}, {}] })
  })

  it('shows what someone else packed meanwhile, and packs nothing twice', async () => {
    const lines: Line[] = [
      [masque, 1],
      [oil, 1],
    ]
    const ids: number[] = []
    for (const name of ['Pia', 'Rosa', 'Sam', 'Tess']) ids.push(await placeOrder(lines, { name }))
    const [firstId = 0, secondId = 0, thirdId = 0, fourthId = 0] = ids
    const { user } = await openAdminPage(clerk, `${packPath}?orders=${ids.join(',')}&order=${firstId}`)
    await screen.findByText('Line 1 of 2')

    // The manager packs the order while the clerk has picked part of it.
    await press(user, 'Picked')
    await screen.findByText('Line 2 of 2')
    await packAs(manager, firstId)
    await screen.findByText(/^manager\d+@shop\.example already packed it/)
    screen.getByText('Put the picked items back.')

    // The manager packs half of the next order, and the clerk the rest.
    await press(user, 'Next order')
    await findHeading(1, `Order ${secondId}`)
    await packAs(manager, secondId, { lines: [{ line: 0, quantity: 1 }] })
    await screen.findByText(/manager\d+@shop\.example packed part of it/)
    await press(user, 'Picked')
    await press(user, 'Packed')
    await findHeading(2, 'Packed')
    expect(await fetchFulfillment(secondId)).toMatchObject({ state: 'packed', open_units: 0, shipments: [{}, {}] })

    // The clerk packs half of an order, and someone else the rest.
    await press(user, 'Next order')
    await findHeading(1, `Order ${thirdId}`)
    await press(user, 'Picked')
    await press(user, 'Missing')
    await press(user, 'Pack what you found')
    await findHeading(2, 'Partly packed')
    await packAs(manager, thirdId)

    // A packer whose phone missed the update presses Packed.
    await press(user, 'Next order')
    await findHeading(1, `Order ${fourthId}`)
    await press(user, 'Picked')
    await press(user, 'Picked')
    interceptRequests(/\/admin\/changes\.json/, async () => {
      throw new TypeError('Failed to fetch')
    })
    await packAs(manager, fourthId)
    await press(user, 'Packed')
    expect((await screen.findAllByText(/Someone else changed this order/)).length).toBeGreaterThan(0)
    await screen.findByText(/^manager\d+@shop\.example already packed it/)
    expect(await fetchFulfillment(fourthId)).toMatchObject({ state: 'packed', shipments: [{}] })
    await press(user, 'Next order')
    expect(await findOutcomes()).toEqual([
      expect.stringContaining('packed by manager'),
      `${secondId}packed`,
      `${thirdId}packed`,
      expect.stringContaining('packed by manager'),
    ])
  })

  it('asks before it includes orders with an uncleared check, and lists those left out', async () => {
    const clearedId = await placeOrder([[oil, 1]], { name: 'Clara' })
    const unclearedId = await placeOrder([[oil, 1]], { name: 'Uri', payment: 'check', paid: false })
    const { money, version } = await fetchOrder(clerk, unclearedId)
    const payment = { amount: money.balance, method: 'check', expected_version: version }
    await postAs(clerk, `/admin/orders/${unclearedId}/payments/book`, payment)
    const clearsOn = formatCalendarDay((await fetchOrder(clerk, unclearedId)).money.clears_on ?? '')

    const { user, navigate, path } = await openAdminPage(clerk, packPath)
    await select(user, clearedId)
    await select(user, unclearedId)
    await press(user, 'Pack 2 selected')
    const dialog = within(await screen.findByRole('dialog', { name: 'Pack before checks clear?' }))
    const notCleared = dialog.getByRole('list', { name: 'Not cleared' })
    expect(notCleared.textContent).toBe(`${unclearedId} clears on ${clearsOn}`)
    await user.click(dialog.getByRole('button', { name: 'Leave it out' }))
    await screen.findByRole('list', { name: 'To pick' })
    expect(path()).toBe(`${packPath}?orders=${clearedId}`)
    await navigate(packPath)
    await select(user, clearedId)
    await select(user, unclearedId)
    await press(user, 'Pack 2 selected')
    await press(user, 'Pack all 2 anyway')
    await screen.findByRole('list', { name: 'To pick' })
    expect(path()).toMatch(new RegExp(`/admin/pack\\?orders=.*${unclearedId}`))

    await navigate('/admin/orders?search=Packard')
    await select(user, clearedId)
    await select(user, unclearedId)
    const bar = within(await screen.findByRole('region', { name: 'Selected orders' }))
    await user.click(bar.getByRole('button', { name: 'Pack' }))
    await screen.findByRole('dialog', { name: '1 order packed' })
    const packed = await findDialog()
    expect(packed.getByRole('list', { name: 'Not cleared' }).textContent).toContain(String(unclearedId))
    expect((await fetchFulfillment(unclearedId)).shipments).toEqual([])
    const bodies: unknown[] = []
    interceptRequests(new RegExp(`/admin/orders/${unclearedId}/pack$`), (send, { body }) => {
      bodies.push(JSON.parse(String(body)))
      return send()
    })
    await user.click(await packed.findByRole('button', { name: 'Pack it anyway', busy: false }))
    await screen.findByRole('dialog', { name: '2 orders packed' })
    expect(bodies).toMatchObject([{ uncleared: true }])
  })
})
