import { type Browser, expect, type Page, test } from 'playwright/test'
import { createDemoBarcode } from '#server/demo/demo-shelves.ts'
import { placePaidOrder } from '#test/staff-orders.ts'
import { signInStaff } from '#test/staff-pages.ts'

const PHONE = { width: 390, height: 844 }
test.use({ viewport: PHONE })

/** Demo products on neighboring shelves. */
const MASQUE = { id: 1, name: 'Keratin Repair Masque', barcode: createDemoBarcode(0), shelf: 'A1-1' }
const SECOND = { id: 2, barcode: createDemoBarcode(1), shelf: 'A1-2' }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const pickedButton = (page: Page) => button(page, 'Picked')
const packedButton = (page: Page) => button(page, 'Packed')
const nextOrderButton = (page: Page) => button(page, 'Next order')
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
const fetchFulfillment = (page: Page, orderId: number) =>
  page.evaluate(async (id) => (await (await fetch(`/admin/orders/${id}.json`)).json()).fulfillment, orderId)

test('two orders are packed on a phone in shelf order, by scan and by button, and a wrong code is refused', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const tones: number[] = []
    Object.assign(window, { tones })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      tones.push(this.frequency.value)
      return start.apply(this, when)
    }
  })
  await signInStaff(page, 'clerk')
  const firstId = await placePaidOrder(page, [
    { product_id: SECOND.id, quantity: 1 },
    { product_id: MASQUE.id, quantity: 2 },
  ])
  const secondId = await placePaidOrder(page, [{ product_id: MASQUE.id, quantity: 1 }], 'Quentin')
  await page.goto('/admin/pack')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pack')
  await page.getByRole('checkbox', { name: `Select ${firstId}` }).check()
  await page.getByRole('checkbox', { name: `Select ${secondId}` }).check()
  await button(page, 'Pack 2 selected').click()

  const rows = page.getByRole('list', { name: 'To pick' }).getByRole('listitem')
  await expect(rows).toHaveText([/^A1-1.*Masque.*3$/, /^A1-2.*1$/])
  await rows.first().getByRole('checkbox').check()
  await button(page, 'Pack order by order').click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${firstId}`)
  await expect(page.getByText(MASQUE.shelf)).toBeVisible()
  const quantity = page.locator('#content').getByText('2', { exact: true })
  expect(await quantity.evaluate((node) => getComputedStyle(node).fontSize)).toBe('40px')
  expect((await pickedButton(page).boundingBox())?.height).toBeGreaterThanOrEqual(64)
  await scan(page, SECOND.barcode)
  await expect(page.getByRole('alert')).toContainText('which comes later in this order')
  await scan(page, '4006381333931')
  await expect(page.getByRole('alert')).toContainText('4006381333931 is not in this order')
  // Without leading zeros, or as a SKU, it identifies the same product.
  await scan(page, MASQUE.barcode)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('1 of 2 scanned')).toBeVisible()
  await scan(page, 'orl-1010')
  await expect(page.getByText(SECOND.shelf)).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { tones: number[] }).tones)).toEqual([180, 180, 1320, 1320])

  // Simulates a locked phone whose browser reloads the page.
  await page.reload()
  await expect(page.getByText(SECOND.shelf)).toBeVisible()
  await expect(pickedButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Everything picked')
  await packedButton(page).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Packed')
  for (const name of ['Packing slip', 'Label']) {
    const href = await page.getByRole('link', { name }).getAttribute('href')
    const pdf = await page.request.get(href ?? '')
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }
  await nextOrderButton(page).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${secondId}`)
  await pickedButton(page).click()
  await packedButton(page).click()
  await nextOrderButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All packed')
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveText([
    `${firstId}packed`,
    `${secondId}packed`,
  ])
  const labels = await page.request.get((await page.getByRole('link', { name: '2 labels' }).getAttribute('href')) ?? '')
  expect(labels.status()).toBe(200)
  for (const id of [firstId, secondId])
    expect(await fetchFulfillment(page, id)).toMatchObject({ state: 'packed', open_units: 0 })
})

test('missing units stay open, and the rest is packed', async ({ page }) => {
  await signInStaff(page, 'clerk')
  const id = await placePaidOrder(page, [
    { product_id: MASQUE.id, quantity: 3 },
    { product_id: SECOND.id, quantity: 1 },
  ])
  await page.goto(`/admin/pack?orders=${id}&order=${id}`)
  await expect(page.getByText('Line 1 of 2')).toBeVisible()
  await scan(page, MASQUE.barcode)
  await button(page, 'Rest missing').click()
  await button(page, 'Missing').click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Only part found')
  await button(page, 'Pack what you found').click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Partly packed')
  expect(await fetchFulfillment(page, id)).toMatchObject({ state: 'partly_packed', open_units: 3 })

  await nextOrderButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partly packed')
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveText(`${id}packed in part`)
  await button(page, 'Pack open orders again').click()
  await expect(page.locator('#content').getByText('2', { exact: true })).toBeVisible()
  await pickedButton(page).click()
  await pickedButton(page).click()
  await packedButton(page).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Packed')
  expect(await fetchFulfillment(page, id)).toMatchObject({ state: 'packed', open_units: 0, shipments: [{}, {}] })
})

async function signInOnPhone(browser: Browser, role: 'clerk' | 'manager'): Promise<Page> {
  const page = await (await browser.newContext({ viewport: PHONE })).newPage()
  await signInStaff(page, role)
  return page
}

test("two people packing one list see each other's progress, and nothing is packed twice", async ({ browser }) => {
  const [clerk, manager] = [await signInOnPhone(browser, 'clerk'), await signInOnPhone(browser, 'manager')]
  const items = [
    { product_id: MASQUE.id, quantity: 1 },
    { product_id: SECOND.id, quantity: 1 },
  ]
  const ids = [
    await placePaidOrder(clerk, items),
    await placePaidOrder(clerk, items, 'Rosa'),
    await placePaidOrder(clerk, items, 'Sam'),
  ]
  const [firstId = 0, secondId = 0, thirdId = 0] = ids
  for (const page of [clerk, manager]) {
    await page.goto(`/admin/pack?orders=${ids.join(',')}&order=${firstId}`)
    await expect(page.getByText('Line 1 of 2')).toBeVisible()
  }

  // The manager packs the order while the clerk has picked part of it.
  await pickedButton(clerk).click()
  await expect(clerk.getByText('Line 2 of 2')).toBeVisible()
  await pickedButton(manager).click()
  await pickedButton(manager).click()
  await packedButton(manager).click()
  await expect(manager.getByRole('heading', { level: 2 })).toHaveText('Packed')
  const packedNotice = clerk
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^manager@.* already packed it/ })
  await expect(packedNotice).toBeVisible()
  await expect(clerk.getByText('Put the picked items back')).toBeVisible()

  // Both continue to the same order; the clerk packs half of it, the manager the rest.
  await nextOrderButton(clerk).click()
  await nextOrderButton(manager).click()
  for (const page of [clerk, manager])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${secondId}`)
  await pickedButton(manager).click()
  await pickedButton(clerk).click()
  await button(clerk, 'Missing').click()
  await button(clerk, 'Pack what you found').click()
  await expect(clerk.getByRole('heading', { level: 2 })).toHaveText('Partly packed')
  await expect(manager.getByText(/clerk@.* packed part of it/)).toBeVisible()
  await pickedButton(manager).click()
  await packedButton(manager).click()
  await expect(manager.getByRole('heading', { level: 2 })).toHaveText('Packed')
  expect(await fetchFulfillment(clerk, secondId)).toMatchObject({ state: 'packed', open_units: 0, shipments: [{}, {}] })

  // A packer whose phone missed the update presses Packed.
  await nextOrderButton(clerk).click()
  await nextOrderButton(manager).click()
  await pickedButton(clerk).click()
  await pickedButton(clerk).click()
  await clerk.route('**/admin/changes.json', (route) => route.abort())
  await pickedButton(manager).click()
  await pickedButton(manager).click()
  await packedButton(manager).click()
  await expect(manager.getByRole('heading', { level: 2 })).toHaveText('Packed')
  await packedButton(clerk).click()
  await expect(clerk.getByText('The order was changed in the meantime').first()).toBeVisible()
  await expect(packedNotice).toBeVisible()
  expect(await fetchFulfillment(clerk, thirdId)).toMatchObject({ state: 'packed', shipments: [{}] })
  await nextOrderButton(clerk).click()
  await expect(clerk.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveText([
    /packed by manager@/,
    `${secondId}packed`,
    /packed by manager@/,
  ])
  await clerk.context().close()
  await manager.context().close()
})

test('bulk packing asks before it includes orders with an uncleared check, and lists those left out', async ({
  page,
}) => {
  await signInStaff(page, 'clerk')
  const [clearedId, unclearedId] = [
    await placePaidOrder(page, [{ product_id: SECOND.id, quantity: 1 }], 'Clara'),
    await placePaidOrder(page, [{ product_id: SECOND.id, quantity: 1 }], 'Uri'),
  ]
  // Simulates that the second order was paid by check.
  await page.route('**/admin/orders.json?*', async (route) => {
    const response = await route.fetch()
    // Leaving a page discards its responses.
    const orders = await response.json().catch(() => undefined)
    if (orders === undefined) return route.abort()
    const data = orders.data.map((row: { id: number }) =>
      row.id === unclearedId ? { ...row, clears_on: '2031-12-03' } : row,
    )
    return route.fulfill({ response, json: { ...orders, data } })
  })
  await page.goto('/admin/pack')
  for (const id of [clearedId, unclearedId]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
  await button(page, 'Pack 2 selected').click()
  const dialog = page.getByRole('dialog', { name: 'Pack before checks clear?' })
  await expect(dialog.getByRole('list', { name: 'Not cleared' })).toHaveText(
    `${unclearedId} clears on December 3, 2031`,
  )
  await button(page, 'Leave it out').click()
  await expect(page).toHaveURL(`/admin/pack?orders=${clearedId}`)
  await page.goto('/admin/pack')
  for (const id of [clearedId, unclearedId]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
  await button(page, 'Pack 2 selected').click()
  await button(page, 'Pack all 2 anyway').click()
  await expect(page).toHaveURL(new RegExp(`/admin/pack\\?orders=.*${unclearedId}`))

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.route(`**/admin/orders/${unclearedId}.json`, async (route) => {
    const response = await route.fetch()
    const order = await response.json()
    return route.fulfill({ response, json: { ...order, money: { ...order.money, clears_on: '2031-12-03' } } })
  })
  await page.goto('/admin/orders?search=Packard')
  for (const id of [clearedId, unclearedId]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
  await page.getByRole('region', { name: 'Selected orders' }).getByRole('button', { name: 'Pack', exact: true }).click()
  const packedDialog = page.getByRole('dialog', { name: '1 order packed' })
  await expect(packedDialog.getByRole('list', { name: 'Not cleared' })).toContainText(String(unclearedId))
  expect((await fetchFulfillment(page, unclearedId)).steps_taken).toBe(0)
  const packRequest = page.waitForRequest(`**/admin/orders/${unclearedId}/pack`)
  await button(page, 'Pack it anyway').click()
  expect((await packRequest).postDataJSON()).toMatchObject({ uncleared: true })
  await expect(page.getByRole('dialog', { name: '2 orders packed' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
