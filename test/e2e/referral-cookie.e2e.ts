import { expect, test } from 'playwright/test'

test('a referral code is remembered for thirty days from any page, including cached ones', async ({
  page,
  context,
}) => {
  const readReferralCookie = async () => (await context.cookies()).find(({ name }) => name === 'ref')
  for (const path of ['/packages/1', '/faqs', '/register', '/login', '/posts', '/checkout/cart']) {
    await context.clearCookies()
    // The second visit is served from the cache.
    await page.goto(path)
    expect(await readReferralCookie()).toBeUndefined()
    await page.goto(`${path}?ref=ABC2345678`)
    const cookie = await readReferralCookie()
    expect([path, cookie?.value, cookie?.httpOnly]).toEqual([path, 'ABC2345678', true])
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(Math.round(days)).toBe(30)
  }
  await page.goto('/faqs?ref=%3Cscript%3E')
  expect((await readReferralCookie())?.value).toBe('ABC2345678')
})
