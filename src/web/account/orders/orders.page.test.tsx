import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { makeGuestOrderPath } from '#server/orders/guest-link.ts'
import { type Browser, browserOf } from '#test/browser.ts'
import { makeProduct } from '#test/factories.ts'
import { createMailbox } from '#test/mailbox.ts'
import { changeOrderTo } from '#test/make-order.ts'
import { signInNewMember } from '#test/member.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { makeMasque, putInCart } from '#test/page-checkout.ts'
import { interceptRequests } from '#test/page-requests.ts'
import { takeStep } from '#test/page-steps.ts'
import { signUp } from '#test/sign-up.ts'

const DAY_MS = 86_400_000
const REPORTED = /You told us on .+ that you sent payment\. We’re looking for it\./
const ASK_PAYMENT = /Pay \$|Send it from your bank/

pageTest('an order', (app) => {
  const connection = () => app().services.connection
  let masque: { id: number; name: string }
  let oil: { id: number }
  beforeAll(async () => {
    const { db } = app().services
    masque = await makeMasque(db)
    oil = await makeProduct(db, { name: 'Argan Oil', priceCents: 2400, stock: 50 })
  })

  /** Places an order of two masques and an oil. */
  async function placeOrder(form: typeof deliveryForm | typeof pickupForm, browser: Browser = browserOf(app)) {
    await putInCart(browser, masque.id, 2)
    await putInCart(browser, oil.id)
    const placed = await browser.post('/checkout/confirm', form)
    expect([placed.statusCode, placed.body]).toEqual([201, placed.body])
    return { browser, ...(await browser.get('/checkout/order.json')).json<PlacedOrder>() }
  }
  const region = (name: string) => screen.getByRole('region', { name })
  const findRegion = (name: string) => screen.findByRole('region', { name })
  const readHeadings = (element: HTMLElement) =>
    within(element)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent)
  function expectConsistentLedger(rows: number): void {
    const amounts = [...region('Payment').querySelectorAll('dd.whitespace-nowrap')].map(({ textContent }) =>
      Math.round(Number(textContent.replace('−', '-').replaceAll(/[$+,]/g, '')) * 100),
    )
    expect(amounts).toHaveLength(rows)
    expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1))
  }
  const setOrder = (id: number, ...changes: Parameters<typeof changeOrderTo>[2][]) =>
    changeOrderTo(app().services, id, ...changes)

  async function expectInvoice(browser: Browser): Promise<void> {
    const href = screen.getByRole('link', { name: 'Invoice (PDF)' }).getAttribute('href')
    const invoice = await browser.get(href ?? '')
    expect([invoice.statusCode, invoice.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(invoice.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  }

  it('that is paid and shipped in parts is described correctly at every step', async () => {
    const { id, url } = await placeOrder(deliveryForm)
    const open = () => openShopPage(browserOf(app), url)
    await open()
    expect((await findRegion('Payment')).textContent).toMatch(
      /Due by .+\. If we haven’t received payment by then, we’ll cancel the order at noon on .+\./,
    )
    expect(screen.queryByRole('region', { name: 'Shipments' })).toBeNull()

    await takeStep(app(), 'pay', id, 50, 'quickpay')
    await open()
    expect(readHeadings(await findRegion('Payment'))).toEqual([
      expect.stringMatching(/^Pay the remaining \$[\d.]+ by Quick Pay$/),
    ])
    expect(region('Payment').textContent).not.toContain('canceled')
    expectConsistentLedger(3)

    await takeStep(app(), 'pay', id, 300, 'check')
    const parcel = { lines: [{ position: 0, quantity: 1 }], trackingNumber: '1Z999AA10123456784' }
    await takeStep(app(), 'ship', id, parcel)
    await open()
    expect(readHeadings(await findRegion('Payment'))).toEqual([expect.stringMatching(/^We’ll refund \$[\d.]+$/)])
    expectConsistentLedger(4)
    screen.getByText('Processing · Refund due · Partly shipped')
    const shipments = within(region('Shipments'))
    const link = shipments.getByRole('link', { name: 'Track 1Z999AA10123456784' })
    expect(link.getAttribute('href')).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784')
    expect(link.getAttribute('rel')).toBe('noreferrer')
    expect(shipments.getAllByText(`1 × ${masque.name}`)).toHaveLength(2)
    expect(readHeadings(region('Shipments'))).toEqual(['Shipment', 'Still to come'])

    await takeStep(app(), 'ship', id, {})
    await open()
    expect(readHeadings(await findRegion('Shipments'))).toEqual(['Shipment 1', 'Shipment 2'])
    const events = within(region('Timeline')).getAllByRole('listitem')
    expect(events.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Order placed\.$/),
      expect.stringMatching(/We received \$50\.00 by Quick Pay\.$/),
      expect.stringMatching(/We received \$300\.00 by check\.$/),
      expect.stringMatching(/Shipment 1: shipped with UPS\.$/),
      expect.stringMatching(/Shipment 2: shipped with USPS\.$/),
    ])
  })

  it('for pickup shows when it is ready and who picked it up', async () => {
    const { id, url } = await placeOrder(pickupForm)
    await takeStep(app(), 'makeReady', id)
    const guest = browserOf(app)
    await openShopPage(guest, url)
    expect((await findRegion('Shipments')).textContent).toMatch(/Ready for pickup since /)
    await expectInvoice(guest)
    screen.getByText('Processing · Awaiting payment · Ready for pickup')
    await takeStep(app(), 'pickUp', id, 'Bea Kim')
    await openShopPage(browserOf(app), url)
    expect((await findRegion('Shipments')).textContent).toMatch(/Picked up on .+ by Bea Kim/)
  })

  it('that is canceled announces the refund of its payments', async () => {
    const { id, url } = await placeOrder(pickupForm)
    await takeStep(app(), 'pay', id, 20, 'quickpay')
    await setOrder(id, 'canceled')
    await openShopPage(browserOf(app), url)
    expect(readHeadings(await findRegion('Payment'))).toEqual(['We’ll refund $20.00'])
    expectConsistentLedger(4)
  })

  it('that is paid requests no payment anywhere', async () => {
    const { id, url, browser } = await placeOrder(pickupForm, await signUp(app, 'paid.order@example.com'))
    await openShopPage(browser, url)
    await findRegion('Payment')
    expect(screen.getByRole('main').textContent).toMatch(ASK_PAYMENT)
    await setOrder(id, 'paid')
    const guest = browserOf(app)
    for (const [reader, path] of [
      [browser, '/checkout/success'],
      [browser, `/account/orders/${id}`],
      [guest, url],
    ] as const) {
      await openShopPage(reader, path)
      await screen.findByRole('heading', { name: /^Paid on / })
      expect(screen.getByRole('main').textContent).toContain('By Quick Pay. Paid in full.')
      expect(screen.getByRole('main').textContent).not.toMatch(ASK_PAYMENT)
    }
    await setOrder(id, 'canceled')
    await openShopPage(guest, url)
    await screen.findAllByText(/Canceled/)
    expect(screen.getByRole('main').textContent).not.toMatch(ASK_PAYMENT)
  })

  async function reportPayment(user: UserEvent): Promise<void> {
    await user.click(await screen.findByText('I’ve sent payment'))
    await user.selectOptions(screen.getByLabelText('How did you pay?'), 'Check')
    await user.type(screen.getByLabelText(/^Details that help us find it/), 'Check 1204, on Friday')
    await user.click(screen.getByRole('button', { name: 'Tell us you’ve paid' }))
  }
  async function expectReported(): Promise<void> {
    await screen.findByText(REPORTED)
    expect(screen.queryByText('I’ve sent payment')).toBeNull()
  }

  it('does not ask again after a guest has reported its payment', async () => {
    const { url } = await placeOrder(pickupForm)
    const guest = browserOf(app)
    const { user } = await openShopPage(guest, url)
    await reportPayment(user)
    await expectReported()
    expect(document.activeElement).toBe(screen.getByText(REPORTED))
    await openShopPage(guest, url)
    await expectReported()
  })

  it('that is canceled while a user reports its payment says so next to the button', async () => {
    const { id, browser } = await placeOrder(pickupForm, await signUp(app, 'paid.member@example.com'))
    const { user } = await openShopPage(browser, `/account/orders/${id}`)
    await user.click(await screen.findByText('I’ve sent payment'))
    let isOffline = true
    interceptRequests(/\/paid$/, (send) => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : send()))
    const button = screen.getByRole('button', { name: 'Tell us you’ve paid' })
    await user.click(button)
    await screen.findByRole('alert')
    isOffline = false
    await setOrder(id, 'canceled')
    await user.click(button)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Nothing is due on this order anymore.'))
    await takeStep(app(), 'reinstate', id)
    await user.click(button)
    await expectReported()
    await openShopPage(browser, `/account/orders/${id}`)
    await expectReported()
  })

  it('is not shown to an expired link, for which a new one is emailed', async () => {
    const { id, url } = await placeOrder({ ...pickupForm, user_email: 'long-ago@example.com' })
    const expired = makeGuestOrderPath(app().services.signer, { id, corrections: 0 }, Date.now() - 181 * DAY_MS)
    expect(expired).not.toBe(url)
    const mailbox = createMailbox(app)
    const { user } = await openShopPage(browserOf(app), expired)
    await screen.findByText(/This link has expired\. Order links work for 180 days\./)
    await user.click(screen.getByRole('button', { name: 'Email me a new link' }))
    const sent = await screen.findByText(/we’ve emailed a new one to the address on the order/)
    await waitFor(() => expect(document.activeElement?.contains(sent)).toBe(true))
    expect(await mailbox.listKinds('long-ago@example.com')).toEqual(['order_placed', 'order_link'])
    await openShopPage(browserOf(app), url)
    await screen.findByRole('heading', { name: 'Order summary' })
  })

  it('joins the account of its guest after the email is confirmed', async () => {
    const email = 'earlier.orders@example.com'
    const form = { ...pickupForm, user_email: email }
    const { id: firstId } = await placeOrder(form)
    const mailbox = createMailbox(app)
    const browser = await signUp(app, email)
    const { user } = await openShopPage(browser, '/account/orders')
    await user.click(await screen.findByRole('button', { name: 'Find my orders' }))
    await screen.findByText(/We sent you an email\./)
    screen.getByText(/You have no orders yet\./)

    await waitFor(async () => expect(await mailbox.findToken(email, 'prove_email')).not.toBe(''))
    const page = await openShopPage(browser, `/email/prove/${await mailbox.findToken(email, 'prove_email')}`)
    await page.user.click(await screen.findByRole('button', { name: 'Confirm my address' }))
    await screen.findByText(/One order was added\./)
    await page.user.click(screen.getByRole('link', { name: 'My Orders' }))
    await screen.findByRole('table')
    expect(screen.getAllByRole('row')[1]?.textContent).toContain(String(firstId))

    const { id: secondId } = await placeOrder(form)
    await page.user.click(await screen.findByRole('button', { name: 'Find my orders' }))
    await screen.findByText(/One order was added\./)
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain(String(secondId)))
    await page.user.click(screen.getByRole('button', { name: 'Find my orders' }))
    await screen.findByText(/We found no other orders with your email address\./)
  })

  it('is opened from the list, which is fetched once and reused', async () => {
    const { browser, id } = await placeOrder(pickupForm, await signUp(app, 'list@example.com'))
    const { user, navigate, path } = await openShopPage(browser, '/faqs')
    const searches: string[] = []
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => {
      const url = new URL(String(input), location.href)
      if (url.pathname === '/account/orders.json') searches.push(url.search)
      return fetch(input, init)
    }
    await navigate('/account/orders')
    const row = (await screen.findByText('Processing', { exact: false, selector: 'tr *' })).closest('tr') as HTMLElement
    expect(row.textContent).toContain('$100.00')
    await user.click(within(row).getByRole('link', { name: /^Detail/ }))
    await screen.findByRole('heading', { level: 1, name: 'Order Detail' })
    await screen.findByText(`Order ${id}`, { exact: false })
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain(masque.name))
    await expectInvoice(browser)
    await user.click(screen.getByRole('link', { name: /Back/ }))
    await screen.findByRole('link', { name: /^Detail/ })
    expect(searches).toEqual(['?offset=0'])
    await navigate('/account/orders?page=200000000')
    await user.click(await screen.findByRole('link', { name: /Go to the first page$/ }))
    await screen.findByRole('link', { name: /^Detail/ })
    // The order of someone else, or none.
    await navigate('/account/orders/1')
    await waitFor(() => expect(path()).toBe('/account/orders'))
  })

  it('that is completed posts points, and takes them back when it is canceled', async () => {
    const member = await signInNewMember(app, connection)
    const { browser, id, pv } = await placeOrder(pickupForm, member)
    await openShopPage(browser, `/account/orders/${id}`)
    await within(await findRegion('Order details')).findByText(/Points post when the order is completed\./)
    await openShopPage(browser, '/account/points')
    await screen.findByText(/There are no PVs yet\./)
    screen.getByRole('heading', { level: 1, name: 'My PVs (total)' })
    await setOrder(id, 'paid', 'completed')
    await openShopPage(browser, `/account/orders/${id}`)
    await waitFor(() => expect(region('Order details').textContent).toMatch(new RegExp(`${pv}\\sPV in \\w+ 20\\d\\d`)))
    await openShopPage(browser, '/account/points')
    await screen.findByText(new RegExp(`Order #${id}`))
    const readRow = (index: number) => screen.getAllByRole('row')[index]?.textContent
    expect(readRow(1)).toMatch(new RegExp(`^1.*Order #${id}.*${pv}\\sPV`))
    await setOrder(id, 'canceled')
    await openShopPage(browser, '/account/points')
    await screen.findAllByText(new RegExp(`Order #${id}`))
    expect(readRow(1)).toMatch(new RegExp(`−${pv}\\sPV`))
    within(screen.getByRole('main')).getByText(/^0\sPV$/)
  })
})
