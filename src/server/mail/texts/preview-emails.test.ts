import { expect, test } from 'vitest'
import { checkMailText } from '#domain/mail/mail-template.ts'
import { plainFrame } from '#server/platform/mail/mail-parts.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import { registry, type SettingKey } from '#server/platform/settings/registry.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { type MailTextKey, mailTexts } from './mail-texts.ts'
import { sampleEmails } from './preview-emails.ts'

const settings = { get: (key: SettingKey) => registry[key].default } as Settings

test.each(Object.entries(sampleEmails(settings, 'https://shop.test')))(
  '%s has the same content as HTML and as text, a recipient and a subject',
  (name, draft) => {
    expect([draft.kind.key, mailTexts[name as MailTextKey]]).toEqual([name, draft.kind])
    expect(checkMailText(draft.kind, draft.kind.placeholders)).toEqual([])
    expect(Object.keys(draft.values).toSorted()).toEqual(Object.keys(draft.kind.placeholders).toSorted())
    const { to, subject, html, text } = composeMail(draft)
    expect(to).toContain('@')
    expect(subject).not.toMatch(/undefined|null|^$/)
    const words = html.replaceAll(/<style.*?<\/style>|<title>.*?<\/title>|<[^>]+>/gs, ' ').replaceAll('&quot;', '"')
    // A link is part of a sentence.
    const bodyText = words.replaceAll(/ +/g, ' ')
    for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('https://'))) {
      for (const part of line.replace(/^- |:$/g, '').split(': ')) expect(bodyText).toContain(part)
    }
    for (const url of text.match(/https:\/\/\S+/g) ?? []) expect(html).toContain(`href="${url}"`)
    expect(html).not.toMatch(/undefined|NaN|\[object/)
  },
)

test('an email’s footer has the shop’s contact details, and an inbox shows its first sentence', () => {
  const { html, text } = composeMail(sampleEmails(settings, 'https://shop.test').order_paid, undefined, {
    ...plainFrame,
    contactDetails: ['(201) 555-0176', 'hello@shop.test'],
  })
  expect(text).toMatch(/\n\nSalonfront\n\(201\) 555-0176\nhello@shop\.test\n$/)
  expect(html).toContain('Salonfront<br>(201) 555-0176<br>hello@shop.test</p>')
  expect(html).toContain('>Thank you. We received your payment for order 100001.</div>')
  const { html: newsletter } = composeMail(sampleEmails(settings, 'https://shop.test').newsletter)
  expect(newsletter).toContain('>We have tried it for a month, and keep it. Read how before you order.</div>')
})
