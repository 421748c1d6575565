import { expect, test } from 'vitest'
import { checkMailText, fillPlaceholders, readTemplate } from './mail-template.ts'

const placeholders = {
  first_name: { kind: 'words', required: false },
  receipt: { kind: 'part', required: false },
  order_link: { kind: 'link', required: true },
} as const
const check = (body: string, subject = 'Your order') => checkMailText({ subject, body }, placeholders)
const LINK = '\n{order_link}'

test('paragraphs keep their lines, with parts and links between them', () => {
  const body = 'Dear {first_name},\nthank you.\n\n \n{ receipt }\nBye.\n{order_link: See it: all of it}'
  expect(check(body)).toEqual([])
  expect(readTemplate(body, placeholders)).toEqual([
    { kind: 'paragraph', text: 'Dear {first_name},\nthank you.' },
    { kind: 'placeholder', name: 'receipt', label: undefined },
    { kind: 'paragraph', text: 'Bye.' },
    { kind: 'placeholder', name: 'order_link', label: 'See it: all of it' },
  ])
})

test.each([
  ['an unknown placeholder', `{frist_name}${LINK}`, { code: 'unknown', name: 'frist_name' }],
  ['a name of every object', `{constructor}${LINK}`, { code: 'unknown', name: 'constructor' }],
  ['one with a space', `{first name}${LINK}`, { code: 'unknown', name: 'first name' }],
  ['an empty one', `{}${LINK}`, { code: 'unknown', name: '' }],
  ['a brace that is not closed', `Dear {first_name${LINK}`, { code: 'stray_brace', near: '{first_name' }],
  ['a brace that was not opened', `Dear first_name}${LINK}`, { code: 'stray_brace', near: '}' }],
  ['a brace too many', `Dear {{first_name}${LINK}`, { code: 'stray_brace', near: '{{first_name}' }],
  ['a part within a sentence', `This is {receipt} of yours${LINK}`, { code: 'own_line', name: 'receipt' }],
  ['a link within a sentence', 'Click {order_link: here} now', { code: 'own_line', name: 'order_link' }],
  ['a label of words', `{first_name: Ana}${LINK}`, { code: 'no_label', name: 'first_name' }],
  ['a required link that is left out', 'Dear {first_name}', { code: 'missing', name: 'order_link' }],
  ['a body of spaces', ' \n ', { code: 'empty' }],
])('%s is reported', (_, body, error) => {
  expect(check(body)[0]).toEqual({ field: 'body', ...error })
})

test('a subject takes only inline placeholders, and must not be empty', () => {
  expect(check(LINK, '{first_name}, your order')).toEqual([])
  expect(check(LINK, ' ')).toEqual([{ field: 'subject', code: 'empty' }])
  expect(check(LINK, 'See {order_link}')).toEqual([{ field: 'subject', code: 'only_in_body', name: 'order_link' }])
})

test('inserted values are not parsed again, and an empty one leaves no space', () => {
  const resolve = (name: string) => (name === 'first_name' ? '{order_link}' : '')
  expect(fillPlaceholders('Dear {first_name}, \n{other} yes. {other}', resolve)).toBe('Dear {order_link},\nyes.')
})
