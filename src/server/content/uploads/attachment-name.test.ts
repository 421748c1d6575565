import { expect, it } from 'vitest'
import { sanitizeAttachmentName } from './attachment-name.ts'

const pdf = { ending: 'pdf', endings: ['pdf'] }

it('cuts a name to 255 characters before reading it', () => {
  // The part after the cut is ignored and costs no time.
  expect(sanitizeAttachmentName(`${'a'.repeat(255)}${' '.repeat(30_000)}.exe`, pdf)).toBe(`${'a'.repeat(251)}.pdf`)
  expect(sanitizeAttachmentName(`${' '.repeat(255)}a.pdf`, pdf)).toBe('attachment.pdf')
  expect(sanitizeAttachmentName(`${'folder/'.repeat(5_000)}prices.pdf`, pdf)).toBe('prices.pdf')
})
