import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { themeColors } from './theme-colors.ts'

test('the colors of the preview are those of the themes', () => {
  const css = readFileSync(new URL('../../../theme.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split('@media screen and (prefers-color-scheme: dark)')
  for (const [theme, part] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    for (const [name, color] of Object.entries(themeColors[theme])) {
      const declared = new RegExp(`--color-${name}: (#[0-9a-f]{6});`)
      // The dark theme keeps what it does not replace.
      expect([name, (declared.exec(part) ?? declared.exec(light))?.[1]]).toEqual([name, color])
    }
  }
})
