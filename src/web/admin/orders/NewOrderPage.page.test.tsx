import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { adjustStock } from '#server/stock/adjust-stock.ts'
import { address } from '#test/address.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { fetchOrder } from '#test/order-view.ts'
import { openAdminPage, pageTest } from '#test/page.tsx'
import { interceptRequests } from '#test/page-requests.ts'
import { openStaffBrowser } from '#test/staff.ts'

pageTest('the page of a new order', (app) => {
  const makeMasque = (overrides: Parameters<typeof makeProduct>[1] = {}) =>
    makeProduct(app().services.db, { name: 'Keratin Repair Masque', priceCents: 3800, stock: 20, ...overrides })
  async function openNewOrder() {
    sessionStorage.clear()
    const browser = await openStaffBrowser(app, 'clerk')
    const page = await openAdminPage(browser, '/admin/orders/new')
    await findFocused('combobox', 'Customer')
    return { ...page, browser }
  }
  async function findFocused(role: string, name: string) {
    const control = await screen.findByRole(role, { name })
    await waitFor(() => expect(document.activeElement).toBe(control))
    return control
  }
  const productBox = () => screen.getByRole('combobox', { name: 'Product' })
  const orderLines = () => {
    const list = screen.queryByRole('list', { name: 'Ordered' })
    return list === null ? [] : within(list).getAllByRole('listitem')
  }
  const waitForLines = (count: number) => waitFor(() => expect(orderLines()).toHaveLength(count))
  const PLACE = '{Control>}{Enter}{/Control}'
  const placeButton = () => screen.getByRole('button', { name: 'Place order' })
  const waitForTotal = (text: string) =>
    waitFor(() => {
      const total = screen.getByRole('status', { name: 'Total' })
      expect([total.textContent, total.closest('[aria-busy]')?.getAttribute('aria-busy')]).toEqual([text, 'false'])
    })

  it('takes a phone order of three products for a member with at most eight keys besides dictated text', async () => {
    const { db } = app().services
    const { id: user_id } = await makeUser(db, { firstName: 'Amara', email: 'amara@example.com' })
    await db
      .insertInto('user_addresses')
      .values({ user_id, ...address })
      .execute()
    await makeMasque({ name: 'Bond Repair Masque', sku: 'ORL-1310' })
    await makeMasque({ name: 'Argan Scalp Oil', priceCents: 1900 })
    await makeMasque({ name: 'Rose Mist Toner', priceCents: 2100 })
    const { user } = await openNewOrder()
    let keys = 0
    const press = async (...names: string[]) => {
      keys += names.length
      await user.keyboard(names.length === 1 ? `{${names[0]}}` : PLACE)
    }
    await user.keyboard('amara reyes')
    // Enter before any result arrives is not lost.
    await press('Enter')
    await screen.findByText(/amara@example\.com/)
    await findFocused('combobox', 'Product')
    for (const query of ['3 bond masque', 'scalp oil x2', 'orl-1310']) {
      await user.keyboard(query)
      await press('Enter')
      await waitFor(() => expect(productBox()).toHaveProperty('value', ''))
    }
    await user.keyboard('toner')
    await press('Enter')
    // The SKU belongs to the first line.
    await waitForLines(3)
    expect(screen.getByRole('spinbutton', { name: 'Quantity of Bond Repair Masque' })).toHaveProperty('value', '4')
    const prices = await screen.findByRole('list', { name: 'Price details' })
    await waitFor(() => expect(prices.textContent).toContain('Line 3: 1 ×'))
    const total = screen.getByRole('status', { name: 'Total' }).textContent
    expect(total).toMatch(/^\$\d/)
    expect(prices.textContent).toContain(`Total: ${total}.`)

    await press('Control', 'Enter')
    expect((await screen.findByText(/^Order \d+ is placed/)).textContent).toContain(total)
    await waitFor(() => expect(location.pathname).toMatch(/^\/admin\/orders\/\d+$/))
    expect(keys).toBeLessThanOrEqual(8)
  })

  it('adds the first result when Enter is pressed between the response and its rendering', async () => {
    await makeMasque({ name: 'Apricot Cuticle Oil' })
    const { user } = await openNewOrder()
    let isShown: boolean | undefined
    /** Presses Enter after the response arrives and before anything renders. */
    async function press() {
      for (let tick = 0; tick < 50; tick++) await undefined
      isShown = screen.queryByRole('option') !== null
      productBox().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }
    interceptRequests(/\/products\/search/, async (send) => {
      const response = await send()
      const read = response.json.bind(response)
      response.json = () => {
        const body = read()
        if (isShown === undefined) void body.then(press)
        return body
      }
      return response
    })
    await user.click(productBox())
    await user.paste('cuticle oil')
    await waitForLines(1)
    expect(orderLines()[0]?.textContent).toContain('Apricot Cuticle Oil')
    await waitFor(() => expect(productBox()).toHaveProperty('value', ''))
    expect(isShown).toBe(false)
  })

  it('takes a walk-in order with pickup, cash and a discount by keyboard, across a reload, and hands it over', async () => {
    await makeMasque()
    const { user, browser } = await openNewOrder()
    await user.keyboard('Nora Quist-Halvorsen')
    await screen.findByRole('option', { name: /New customer/ })
    await user.keyboard('{Enter}')
    const [firstName] = await screen.findAllByLabelText('First name')
    await waitFor(() => expect(document.activeElement).toBe(firstName))
    expect(firstName).toHaveProperty('value', 'Nora')
    await user.tab()
    await user.tab()
    await user.keyboard('nora@counter.example')
    await user.tab()
    await user.keyboard('2015550177')

    await openAdminPage(browser, '/admin/orders/new')
    expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'nora@counter.example')
    // A single press does not place an unfinished order.
    const notice = screen.getByText('You left this order unfinished.')
    expect(placeButton()).toHaveProperty('disabled', true)
    const description = document.getElementById(placeButton().getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe('Choose Continue or Start over first.')
    await user.keyboard(PLACE)
    expect(document.activeElement).toBe(notice.closest('[role="status"]'))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(screen.queryByText('You left this order unfinished.')).toBeNull()
    expect(placeButton()).toHaveProperty('disabled', false)

    await user.click(productBox())
    await user.keyboard('keratin masque{Enter}')
    await waitForLines(1)
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('radio', { name: 'Pickup at the counter' })).toHaveProperty('checked', true)
    await user.tab()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(screen.getByRole('radio', { name: 'Cash' })).toHaveProperty('checked', true)
    await user.tab()
    await user.keyboard(' ')
    await user.tab()
    await user.keyboard(' ')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByLabelText('Discount'))
    await user.selectOptions(screen.getByLabelText('Discount'), 'Percent')
    await user.tab()
    await user.keyboard('10')
    // Without a reason, the order is not placed and the field shows an error.
    await screen.findByText('Discount 10%')
    await user.keyboard(PLACE)
    await screen.findByText('Enter a reason.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Reason')))
    // Input that is submitted right after typing is included.
    await user.keyboard('Opening day')
    await user.keyboard(PLACE)
    await waitFor(() => expect(location.pathname).toMatch(/^\/admin\/orders\/\d+$/))
    const id = Number(location.pathname.split('/').at(-1))
    expect((await fetchOrder(browser, id)).order).toMatchObject({
      type: 'P',
      user_email: 'nora@counter.example',
      discount_percent: 10,
      payment: { payment_type: 'cash' },
      payment_state: 'paid',
      fulfillment_state: 'picked_up',
    })
    await openAdminPage(browser, '/admin/orders/new')
    expect(await screen.findByRole('combobox', { name: 'Customer' })).toHaveProperty('value', '')
    expect(orderLines()).toEqual([])
  })

  it('shows a price change without losing input, and places no second order after a lost response', async () => {
    const { db } = app().services
    await makeUser(db, { firstName: 'Amara' })
    const masque = await makeMasque({ name: 'Lavender Masque' })
    const { user, browser } = await openNewOrder()
    await user.keyboard('amara{Enter}')
    await findFocused('combobox', 'Product')
    await user.keyboard('2 lavender{Enter}')
    await waitForLines(1)
    await user.click(screen.getByRole('radio', { name: 'Pickup at the counter' }))
    await waitForTotal('$76.00')

    await db.updateTable('products').set({ price_cents: 3900 }).where('id', '=', masque.id).execute()
    await user.keyboard(PLACE)
    expect((await screen.findByRole('alert')).textContent).toContain('The total is now $78.00')
    expect(orderLines()).toHaveLength(1)
    await waitForTotal('$78.00')

    // The order is placed, but its response is lost.
    const idempotencyKeys: (string | null)[] = []
    const recordKey = ({ headers }: RequestInit) => idempotencyKeys.push(new Headers(headers).get('idempotency-key'))
    let placedId = 0
    interceptRequests(/\/admin\/orders\/place$/, async (send, init) => {
      recordKey(init)
      placedId = (await (await send()).json()).id
      throw new TypeError('Failed to fetch')
    })
    await user.keyboard(PLACE)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('it won’t be placed twice'))
    await openAdminPage(browser, '/admin/orders/new')
    interceptRequests(/\/admin\/orders\/place$/, (send, init) => {
      recordKey(init)
      return send()
    })
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await waitForTotal('$78.00')
    await user.keyboard(PLACE)
    await waitFor(() => expect(location.pathname).toBe(`/admin/orders/${placedId}`))
    expect(idempotencyKeys).toHaveLength(2)
    expect(idempotencyKeys[0]).toMatch(/./)
    expect(idempotencyKeys[0]).toBe(idempotencyKeys[1])
  })

  it('adds no sold-out product, and of a scarce one only the remaining stock', async () => {
    const product = await makeMasque({ name: 'Scarce Masque', stock: 0 })
    const { user } = await openNewOrder()
    await user.click(productBox())
    await user.keyboard('scarce{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Scarce Masque is sold out and wasn’t added.')
    expect(orderLines()).toEqual([])
    const receipt = { productId: product.id, kind: 'receipt', quantity: 2, reason: 'Two found' } as const
    await inTransaction(app().services.db, (trx) => adjustStock(trx, { kind: 'command_line' }, receipt))
    await user.keyboard('3 scarce{Enter}')
    await waitForLines(1)
    expect(screen.getByRole('spinbutton', { name: 'Quantity of Scarce Masque' })).toHaveProperty('value', '2')
    expect(screen.getByRole('alert').textContent).toContain('Only 2')
  })
})
