import { expect, test } from 'vitest'
import { registry, type SettingKey } from '#server/platform/settings/registry.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { sampleMails } from './preview-mails.ts'

const settings = { get: (key: SettingKey) => registry[key].default } as Settings

test.each(Object.entries(sampleMails(settings, 'https://shop.test')))(
  '%s says the same as HTML and as text, to somebody, about something',
  (_name, { to, subject, html, text }) => {
    expect(to).toContain('@')
    expect(subject).not.toMatch(/undefined|null|^$/)
    const said = html.replaceAll(/<style.*?<\/style>|<title>.*?<\/title>|<[^>]+>/gs, ' ').replaceAll('&quot;', '"')
    for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('https://'))) {
      for (const part of line.replace(/:$/, '').split(': ')) expect(said).toContain(part)
    }
    for (const url of text.match(/https:\/\/\S+/g) ?? []) expect(html).toContain(`href="${url}"`)
    expect(html).not.toMatch(/undefined|NaN|\[object/)
  },
)
