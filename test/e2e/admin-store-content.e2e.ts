import { expect, test } from 'playwright/test'
import { signInStaff } from '#test/staff-pages.ts'

test('a manager previews the content of the home and help pages as visitors see it', async ({ page }) => {
  const home = await (await page.request.get('/home.json')).json()
  const help = await (await page.request.get('/faqs.json')).json()
  await signInStaff(page, 'manager', '/admin/posts')
  await page.getByRole('link', { name: 'Home and help' }).click()
  const section = (name: string) => page.getByRole('region', { name })

  const headings = home.slides.map(({ heading }: { heading: string }) => heading)
  await expect(section('Home page slides').getByRole('heading', { level: 3 })).toHaveText(headings)
  const popups = section('Home page pop-ups')
  for (const { title } of home.popups)
    await expect(popups.getByRole('listitem').filter({ hasText: title })).toContainText('Shown')
  const questions = section('Help page questions')
  await expect(questions.getByRole('listitem')).toHaveCount(help.data.length)
  await questions.getByText(help.data[0].question).click()
  await expect(questions.locator('.rich-text').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await questions.getByRole('link', { name: 'See the help page' }).click()
  await expect(page).toHaveURL(/\/faqs$/)
})
