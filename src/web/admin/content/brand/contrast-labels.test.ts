import { expect, test } from 'vitest'
import { fitAccent } from '#domain/brand/accent.ts'
import { describeFit, formatRatio } from './contrast-labels.ts'

test('words describe the contrast of a color', () => {
  expect(describeFit('light', fitAccent('#8a3b2e', 'light'))).toBe(
    'Light pages: your color as it is. Its contrast is 6.5:1 with the page and 7.3:1 with the text on it.',
  )
  expect(describeFit('light', fitAccent('#f5c518', 'light'))).toBe(
    'Light pages: #8d6f00 instead. The contrast of your color is 1.4:1 with the page, and must be 3:1. ' +
      'The new one has 4:1 with the page and 4.5:1 with the text on it.',
  )
  expect(describeFit('light', fitAccent('#2e8b57', 'light'))).toContain('4:1 as a link in emails, and must be 4.5:1')
  expect(describeFit('dark', fitAccent('#2e8b57', 'dark'))).toContain('3.9:1 with the text on it, and must be 4.5:1')
})

test('a contrast is rounded down', () => {
  expect(formatRatio(4.49)).toBe('4.4:1')
})
