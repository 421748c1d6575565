import { expect, type Locator, type Page, test } from 'playwright/test'
import { masque, waitUntilHydrated } from '#test/e2e-helpers.ts'

const SLIDER_MS = 6000

test('the slider advances after six seconds, and stops on request', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const slider = page.getByRole('region', { name: 'Highlights' })
  const currentSlide = () => slider.locator('button[aria-current]').innerText()
  const firstSlide = await currentSlide()
  await expect(slider.getByRole('button', { name: 'Pause slides' })).toBeVisible()
  await page.clock.fastForward(SLIDER_MS + 100)
  await expect.poll(currentSlide).not.toBe(firstSlide)
  const secondSlide = await currentSlide()
  await slider.getByRole('button', { name: 'Pause slides' }).click()
  await page.mouse.move(5, 5)
  await page.clock.fastForward(3 * SLIDER_MS)
  expect(await currentSlide()).toBe(secondSlide)
})

test('home page notices are dismissed one by one, permanently', async ({ page }) => {
  await page.goto('/')
  const notice = page.getByRole('region', { name: 'Notices' }).getByRole('article')
  const titles = await page.locator('[data-notice] h2').allTextContents()
  expect(titles.length).toBeGreaterThan(1)
  await expect(notice.getByRole('heading')).toHaveText(titles.slice(0, 1))
  await page.getByRole('button', { name: `Close: ${titles[0]}` }).click()
  await expect(notice.getByRole('heading')).toHaveText(titles.slice(1, 2))
  await expect(page.getByRole('button', { name: `Close: ${titles[1]}` })).toBeFocused()
  // Dismissed notices stay hidden before scripts run.
  await page.route('**/*.js', (route) => route.abort())
  await page.reload()
  await expect(notice.getByRole('heading')).toHaveText(titles.slice(1, 2))
})

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [1440, 900],
] as const) {
  test(`nothing covers a control of the home page at ${width} by ${height} pixels on a first visit`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Pause slides' })).toBeEnabled()
    for (const font of ['100%', '200%']) {
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), font)
      for (let screen = 0; screen < 4; screen++) {
        await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), screen * height * 0.8)
        expect(await coveredControls(page), `${font}, screen ${screen}`).toEqual([])
      }
    }
  })
}

/** Returns the names of visible links and buttons below the sticky header whose center another element covers. */
const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    return [...document.querySelectorAll('main :is(a, button)')].flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect()
      const [middleX, middleY] = [x + width / 2, y + height / 2]
      if (width === 0 || control.closest('[inert]') || middleY < top || middleY > innerHeight) return []
      if (middleX < 0 || middleX > innerWidth) return []
      const hit = document.elementFromPoint(middleX, middleY)
      // A card is one link, and its button is part of it.
      const card = control.closest('article')
      const isClickable = control.contains(hit) || (card !== null && card === hit?.closest('article'))
      return isClickable ? [] : [control.getAttribute('aria-label') ?? control.textContent ?? '']
    })
  })

test('the header sticks and shrinks on scroll', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header).not.toHaveAttribute('data-condensed')
  await page.mouse.wheel(0, 900)
  await expect(header).toHaveAttribute('data-condensed', 'true')
  await expect(header.getByRole('button', { name: /^Cart/ })).toBeInViewport()
})

test('search and menu open and close', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search.getByRole('searchbox')).toBeFocused()
  await search.getByRole('button', { name: 'Close search' }).click()
  await expect(search).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await menu.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Shop all' }).click()
  await expect(menu).toBeHidden()
  // The category row starts at the heading's edge and overflows only at its end.
  const leftEdge = async (element: Locator) => Math.round((await element.boundingBox())?.x ?? 0)
  const firstCategory = page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first()
  await expect.poll(() => leftEdge(firstCategory)).toBe(await leftEdge(page.getByRole('heading', { level: 1 })))
})

test('the product carousel shows four images at a time', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/packages/${masque.id}`)
  const thumbnail = page.getByRole('link', { name: /^Picture 1:/ })
  const visibleCount = await thumbnail.evaluate((link) => {
    const row = link.closest('ul') as HTMLElement
    const gap = Number.parseFloat(getComputedStyle(row).columnGap)
    return (row.clientWidth + gap) / ((link.closest('li') as HTMLElement).offsetWidth + gap)
  })
  expect(Math.round(visibleCount * 10) / 10).toBe(4)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the product finder suggests products and says why', async ({ page }) => {
    await page.goto('/faqs')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Product finder' }).click()
    await expect(page.getByRole('button', { name: 'Show suggestions' })).toBeVisible()
    for (const question of await page.getByRole('group').all()) await question.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Show suggestions' }).click()
    await expect(page.getByRole('heading', { name: 'We suggest' })).toBeVisible()
    await expect(page.getByText(/^Fits your answer/).first()).toBeVisible()
  })
})

test('a shade is chosen in place, without a reload or leaving the view, and without scripts by its link', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/packages?q=oxblood')
  await page.getByRole('link', { name: 'Gel Lacquer', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Gel Lacquer Oxblood')
  const findShade = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Shade' }).getByRole('link', { name })
  const porcelain = findShade(page, 'Bare Porcelain')
  await waitUntilHydrated(porcelain)
  await porcelain.scrollIntoViewIfNeeded()
  const url = page.url()
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''))
  await porcelain.click()
  await expect(heading).toHaveText('Gel Lacquer Bare Porcelain')
  await expect(porcelain).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-kept', '')
  await expect(porcelain).toBeInViewport()
  const chosenUrl = page.url()
  expect(chosenUrl).not.toBe(url)

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plainPage = await context.newPage()
  await plainPage.goto(url)
  await findShade(plainPage, 'Bare Porcelain').click()
  await expect(plainPage).toHaveURL(chosenUrl)
  await expect(plainPage.getByRole('heading', { level: 1 })).toHaveText('Gel Lacquer Bare Porcelain')
  await context.close()
})
