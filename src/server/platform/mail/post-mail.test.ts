import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { makePostMail } from './post-mail.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-mail-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

it('marks every email as automatic, in addition to its own headers', async () => {
  const post = makePostMail(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  const mail = { to: 'ana@example.com', subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' }
  await post(mail, 'plain', { from: 'shop@example.com' })
  await post({ ...mail, headers: { 'List-Unsubscribe': '<https://shop.test/end>' } }, 'newsletter', {
    from: 'shop@example.com',
  })
  for (const id of ['plain', 'newsletter']) {
    const [head = ''] = readFileSync(join(dataDir, 'outbox', `${id}.eml`), 'utf8').split('\n\n')
    expect(head).toContain('Auto-Submitted: auto-generated')
    expect(head).toContain('X-Auto-Response-Suppress: All')
    expect(head.includes('List-Unsubscribe: <https://shop.test/end>')).toBe(id === 'newsletter')
  }
})
