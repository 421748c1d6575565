import { expect, it } from 'vitest'
import { describeState, editorPath, hasDraft } from './document-labels.ts'

const state = { number: 2, published_number: 2, scheduled_number: null, scheduled_for: null }

it.each([
  [{ number: 0, published_number: null }, 'Standard text', false],
  [{ published_number: null }, 'Draft', true],
  [{}, 'Published', false],
  [{ number: 3 }, 'Published, with a draft', true],
  [
    { number: 3, scheduled_number: 3, scheduled_for: '2026-12-01T14:00:00.000Z' },
    'Scheduled for Dec 1, 2026, 9:00 AM',
    true,
  ],
])('a document with %o is described as %s', (changes, label, isDraft) => {
  expect(describeState({ ...state, ...changes }).label).toBe(label)
  expect(hasDraft({ ...state, ...changes })).toBe(isDraft)
})

it('a page is edited by its ID, another document by its kind', () => {
  expect([editorPath(7), editorPath('faqs')]).toEqual(['/admin/content/pages/7', '/admin/content/faqs'])
})
