import { type Browser, expect, type Page, test } from 'playwright/test'
import { demoBarcode } from '#server/demo/demo-shelves.ts'
import { expectAccessible } from '#test/accessibility.ts'
import { placePaidOrder } from '#test/staff-orders.ts'
import { signInStaff } from '#test/staff-pages.ts'

const PHONE = { width: 390, height: 844 }
test.use({ viewport: PHONE })

/** The masque is on shelf A1-1, the second product on A1-2, the sixth on A1-6. */
const MASQUE = { id: 1, name: 'Keratin Repair Masque', barcode: demoBarcode(0), shelf: 'A1-1' }
const SECOND = { id: 2, barcode: demoBarcode(1), shelf: 'A1-2' }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const picked = (page: Page) => button(page, 'Picked')
const packed = (page: Page) => button(page, 'Packed')
const next = (page: Page) => button(page, 'Next order')
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
const steps = (page: Page, orderId: number) =>
  page.evaluate(async (id) => (await (await fetch(`/admin/orders/${id}.json`)).json()).fulfillment, orderId)

test('two orders are packed with a phone: along the shelves, by scan and button, and a wrong code is refused', async ({
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
  const first = await placePaidOrder(page, [
    { product_id: SECOND.id, quantity: 1 },
    { product_id: MASQUE.id, quantity: 2 },
  ])
  const second = await placePaidOrder(page, [{ product_id: MASQUE.id, quantity: 1 }], 'Quentin')
  await page.goto('/admin/pack')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pack')
  await page.getByRole('checkbox', { name: `Select ${first}` }).check()
  await page.getByRole('checkbox', { name: `Select ${second}` }).check()
  await expectAccessible(page)
  await button(page, 'Pack 2 chosen').click()

  const rows = page.getByRole('list', { name: 'To pick' }).getByRole('listitem')
  await expect(rows).toHaveText([/^A1-1.*Masque.*3$/, /^A1-2.*1$/])
  await rows.first().getByRole('checkbox').check()
  await expectAccessible(page)
  await button(page, 'Pack order by order').click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${first}`)
  await expect(page.getByText(MASQUE.shelf)).toBeVisible()
  const digits = page.locator('#content').getByText('2', { exact: true })
  expect(await digits.evaluate((node) => getComputedStyle(node).fontSize)).toBe('40px')
  expect((await picked(page).boundingBox())?.height).toBeGreaterThanOrEqual(64)
  await expectAccessible(page)
  await scan(page, SECOND.barcode)
  await expect(page.getByRole('alert')).toContainText('which comes later in this order')
  await scan(page, '4006381333931')
  await expect(page.getByRole('alert')).toContainText('4006381333931 is not in this order')
  await expectAccessible(page)
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
  await expect(picked(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Everything picked')
  await expectAccessible(page)
  await packed(page).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Packed')
  for (const name of ['Packing slip', 'Label']) {
    const href = await page.getByRole('link', { name }).getAttribute('href')
    const paper = await page.request.get(href ?? '')
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }
  await expectAccessible(page)
  await next(page).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${second}`)
  await picked(page).click()
  await packed(page).click()
  await next(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All packed')
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveText([
    `${first}packed`,
    `${second}packed`,
  ])
  const labels = await page.request.get((await page.getByRole('link', { name: '2 labels' }).getAttribute('href')) ?? '')
  expect(labels.status()).toBe(200)
  await expectAccessible(page)
  for (const id of [first, second]) expect(await steps(page, id)).toMatchObject({ state: 'packed', open_units: 0 })
})

test('missing pieces stay open, and the rest is packed', async ({ page }) => {
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
  await expectAccessible(page)
  await button(page, 'Pack what you found').click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Partly packed')
  expect(await steps(page, id)).toMatchObject({ state: 'partly_packed', open_units: 3 })

  await next(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partly packed')
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveText(`${id}packed in part`)
  await expectAccessible(page)
  await button(page, 'Pack open orders again').click()
  await expect(page.locator('#content').getByText('2', { exact: true })).toBeVisible()
  await picked(page).click()
  await picked(page).click()
  await packed(page).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Packed')
  expect(await steps(page, id)).toMatchObject({ state: 'packed', open_units: 0, shipments: [{}, {}] })
})

async function openAs(browser: Browser, role: 'clerk' | 'manager'): Promise<Page> {
  const page = await (await browser.newContext({ viewport: PHONE })).newPage()
  await signInStaff(page, role)
  return page
}

test("two people on one pack list: each sees the other's progress, and nothing is packed twice", async ({
  browser,
}) => {
  const [clerk, manager] = [await openAs(browser, 'clerk'), await openAs(browser, 'manager')]
  const goods = [
    { product_id: MASQUE.id, quantity: 1 },
    { product_id: SECOND.id, quantity: 1 },
  ]
  const ids = [
    await placePaidOrder(clerk, goods),
    await placePaidOrder(clerk, goods, 'Rosa'),
    await placePaidOrder(clerk, goods, 'Sam'),
  ]
  const [first = 0, second = 0, third = 0] = ids
  for (const page of [clerk, manager]) {
    await page.goto(`/admin/pack?orders=${ids.join(',')}&order=${first}`)
    await expect(page.getByText('Line 1 of 2')).toBeVisible()
  }

  // One has picked some of it when the other packs it.
  await picked(clerk).click()
  await expect(clerk.getByText('Line 2 of 2')).toBeVisible()
  await picked(manager).click()
  await picked(manager).click()
  await packed(manager).click()
  await expect(manager.getByRole('heading', { level: 2 })).toHaveText('Packed')
  const said = clerk
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^manager@.* already packed it/ })
  await expect(said).toBeVisible()
  await expect(clerk.getByText('Put the picked items back')).toBeVisible()
  await expectAccessible(clerk)

  // Both continue to the same order; one packs half of it, the other the rest.
  await next(clerk).click()
  await next(manager).click()
  for (const page of [clerk, manager])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${second}`)
  await picked(manager).click()
  await picked(clerk).click()
  await button(clerk, 'Missing').click()
  await button(clerk, 'Pack what you found').click()
  await expect(clerk.getByRole('heading', { level: 2 })).toHaveText('Partly packed')
  await expect(manager.getByText(/clerk@.* packed part of it/)).toBeVisible()
  await expectAccessible(manager)
  await picked(manager).click()
  await packed(manager).click()
  await expect(manager.getByRole('heading', { level: 2 })).toHaveText('Packed')
  expect(await steps(clerk, second)).toMatchObject({ state: 'packed', open_units: 0, shipments: [{}, {}] })

  // A packer whose phone missed the update presses Packed.
  await next(clerk).click()
  await next(manager).click()
  await picked(clerk).click()
  await picked(clerk).click()
  await clerk.route('**/admin/changes.json', (route) => route.abort())
  await picked(manager).click()
  await picked(manager).click()
  await packed(manager).click()
  await expect(manager.getByRole('heading', { level: 2 })).toHaveText('Packed')
  await packed(clerk).click()
  await expect(clerk.getByText('The order was changed in the meantime').first()).toBeVisible()
  await expect(said).toBeVisible()
  expect(await steps(clerk, third)).toMatchObject({ state: 'packed', shipments: [{}] })
  await next(clerk).click()
  await expect(clerk.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveText([
    /packed by manager@/,
    `${second}packed`,
    /packed by manager@/,
  ])
  await clerk.context().close()
  await manager.context().close()
})

test('packing many asks before orders go whose check has not cleared, and says which were left out', async ({
  page,
}) => {
  await signInStaff(page, 'clerk')
  const [cleared, uncleared] = [
    await placePaidOrder(page, [{ product_id: SECOND.id, quantity: 1 }], 'Clara'),
    await placePaidOrder(page, [{ product_id: SECOND.id, quantity: 1 }], 'Uri'),
  ]
  // Pretends that the second one was paid by check.
  await page.route('**/admin/orders.json?*', async (route) => {
    const response = await route.fetch()
    // A page that is left takes its answers with it.
    const list = await response.json().catch(() => undefined)
    if (list === undefined) return route.abort()
    const data = list.data.map((row: { id: number }) =>
      row.id === uncleared ? { ...row, clears_on: '2031-12-03' } : row,
    )
    return route.fulfill({ response, json: { ...list, data } })
  })
  await page.goto('/admin/pack')
  for (const id of [cleared, uncleared]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
  await button(page, 'Pack 2 chosen').click()
  const dialog = page.getByRole('dialog', { name: 'Pack before checks clear?' })
  await expect(dialog.getByRole('list', { name: 'Not cleared' })).toHaveText(`${uncleared} clears on December 3, 2031`)
  await expectAccessible(page)
  await button(page, 'Leave it out').click()
  await expect(page).toHaveURL(`/admin/pack?orders=${cleared}`)
  await page.goto('/admin/pack')
  for (const id of [cleared, uncleared]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
  await button(page, 'Pack 2 chosen').click()
  await button(page, 'Pack all 2 anyway').click()
  await expect(page).toHaveURL(new RegExp(`/admin/pack\\?orders=.*${uncleared}`))

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.route(`**/admin/orders/${uncleared}.json`, async (route) => {
    const response = await route.fetch()
    const file = await response.json()
    return route.fulfill({ response, json: { ...file, money: { ...file.money, clears_on: '2031-12-03' } } })
  })
  await page.goto('/admin/orders?search=Packard')
  for (const id of [cleared, uncleared]) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
  await page.getByRole('region', { name: 'Selected orders' }).getByRole('button', { name: 'Pack', exact: true }).click()
  const packed = page.getByRole('dialog', { name: '1 order packed' })
  await expect(packed.getByRole('list', { name: 'Not cleared' })).toContainText(String(uncleared))
  expect((await steps(page, uncleared)).steps_taken).toBe(0)
  await expectAccessible(page)
  const sent = page.waitForRequest(`**/admin/orders/${uncleared}/pack`)
  await button(page, 'Pack it anyway').click()
  expect((await sent).postDataJSON()).toMatchObject({ uncleared: true })
  await expect(page.getByRole('dialog', { name: '2 orders packed' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
