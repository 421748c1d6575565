import { expect, test } from 'playwright/test'
import { runCommand } from '#test/e2e-helpers.ts'
import {
  closePages,
  dialog,
  nextButton,
  openOrderAs,
  placeOrderAsGuest,
  postAs,
  readReferralCode,
} from '#test/order-page.ts'

test.afterEach(closePages)

test('the notice of a concurrent change does not cover the buttons of the editor', async ({ browser }) => {
  const id = await placeOrderAsGuest(browser, { quantity: 2 })
  const [owner, manager] = [await openOrderAs(browser, 'owner', id), await openOrderAs(browser, 'manager', id)]
  await manager.goto(`/admin/orders/${id}?do=edit`)
  await manager.getByLabel(/^Quantity of /).fill('3')
  await expect(dialog(manager)).toContainText('more than before')
  await postAs(owner, '/admin/orders/edit', {
    order_id: id,
    lines: [{ position: 0, quantity: 4 }],
    reason: 'She called',
  })
  await expect(dialog(manager).getByRole('list', { name: 'What they changed' })).toBeVisible()
  const toast = manager.getByText(/just changed this order/)
  await expect(toast).toBeVisible()
  const saveButton = dialog(manager).getByRole('button', { name: 'Save changes' })
  const boxes = await Promise.all([toast, saveButton].map((part) => part.boundingBox()))
  const [toastBox, buttonBox] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 })
  const isAbove = (toastBox?.y ?? 0) + (toastBox?.height ?? 0) <= (buttonBox?.y ?? 0)
  const isLeft = (toastBox?.x ?? 0) + (toastBox?.width ?? 0) <= (buttonBox?.x ?? 0)
  expect(isAbove || isLeft).toBe(true)
})

test('the return preview stays readable when a member’s level drops', async ({ browser }) => {
  const referralCode = await readReferralCode(browser)
  const id = await placeOrderAsGuest(browser, { quantity: 1, referralCode })
  await runCommand('order', 'set', String(id), '--paid')
  await runCommand('order', 'set', String(id), '--status', 'completed')
  const page = await openOrderAs(browser, 'manager', id)
  const name = 'Hana Maribel Montgomery-Fitzgerald'
  await page.route('**/admin/returns/preview', async (route) => {
    const response = await route.fetch()
    const preview = await response.json()
    const [member, ...others] = preview.network.members
    const before = { ...member.before, level: 9, level_name: 'Crown Diamond', group_pv: 1_234_567, personal_pv: 98_765 }
    const after = { ...member.after, level: 3, level_name: 'Sapphire', group_pv: 987_654, personal_pv: 12_345 }
    const network = { ...preview.network, members: [{ ...member, name, before, after }, ...others] }
    return route.fulfill({ response, json: { ...preview, network } })
  })
  await nextButton(page, 'Return items').click()
  await page.getByLabel(/^Quantity returned: /).fill('1')
  const row = dialog(page).getByRole('listitem').filter({ hasText: name })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(row).toContainText('group PV 1,234,567 → 987,654')
    const box = await row.getByText(name).boundingBox()
    // The name takes one line, or two on a phone; it never breaks into letters.
    expect(box?.height).toBeLessThan(60)
    expect(await row.evaluate((item) => item.scrollWidth <= item.clientWidth)).toBe(true)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
