import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Expects no axe finding in the light and the dark scheme, and nothing that runs off the side. Looks when nothing moves. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    const { violations } = await new AxeBuilder({ page }).analyze()
    const path = new URL(page.url()).pathname
    expect(violations.map(({ id, nodes }) => `${path} ${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([])
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
