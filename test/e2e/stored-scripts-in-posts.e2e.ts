import { join } from 'node:path'
import { expect } from 'playwright/test'
import { sanitizeRichText } from '#server/content/rich-text.ts'
import { readHtmlEmails } from '#test/html-emails.ts'
import { MAX_FIELD_LENGTH, test } from '#test/script-injection-shop.ts'
import { nameAttempts, packAttempts, roundRobin, scriptAttempts } from '#test/script-payloads.ts'

/** A comment (docs/product §10.3). */
const COMMENT = 5000
/** Number of attempts per post; the first post contains all of them and is edited as the last one of My Posts. */
const IN_A_POST = 1000
/** Maximum length of a post with this much unclosed markup. */
const LONGEST = 4000
/** At least this many execute without protection; the others need another browser or another bug. */
const DANGEROUS = 250

/** docs/security G8, for members' content: posts, attachment names, comments and replies. */
test.describe('no stored script runs from a post', () => {
  test('from posts, attachments, comments, replies and the emails about them', async ({
    page,
    shop,
    watch,
    signUp,
  }) => {
    const [writer, reader] = [await signUp(), await signUp()]
    const names = roundRobin(packAttempts(MAX_FIELD_LENGTH, nameAttempts))
    // Multipart forms send a line break as two characters.
    const titles = roundRobin(packAttempts(MAX_FIELD_LENGTH - 8))
    const contents = roundRobin([...packAttempts(LONGEST), ...packAttempts(IN_A_POST)])
    // The shop keeps only the part of a file name after the last slash.
    const files = roundRobin(
      packAttempts(MAX_FIELD_LENGTH - '.txt'.length).map((text) => text.replaceAll(/[/\\]/g, ' ')),
    )
    const comments = roundRobin(packAttempts(COMMENT))
    const documents: string[] = []
    let posts = 0
    for (; !titles.isDone() || !files.isDone(); posts++) {
      for (const user of [writer, reader]) {
        const name = names.fields(['first_name', 'last_name'])
        await user.post('/account/profile/save', { ...name, email: user.email })
      }
      const form = new FormData()
      for (const [name, value] of Object.entries({ title: titles.next(), language: 'en', content: contents.next() })) {
        form.set(name, value)
      }
      form.set('attachment', new Blob(['Rinse, then dry.']), `${files.next()}.txt`)
      const { data } = await writer.postForm('/account/posts/save', form)
      const [{ id, attachment_url }] = data
      const comment = await reader.post(`/posts/${id}/comments`, { content: comments.next() })
      await writer.post('/post/comments/reply', { comment_id: comment.id, content: comments.next() })
      documents.push((await reader.get(`/posts/${id}`)).body)
      const download = await writer.get(attachment_url)
      expect(download.headers['content-disposition']).toMatch(
        /^attachment; filename="[^"]*"; filename\*=UTF-8''[\w.!~%-]*$/,
      )
    }
    expect([contents, comments, names].map(({ isDone }) => isDone())).toEqual([true, true, true])
    await watch.render(documents)

    await page.context().addCookies(writer.cookies())
    for (let n = 1; n <= Math.ceil(posts / 20); n++) {
      await watch.visit(`${shop.url}/posts?page=${n}`)
      await watch.visit(`${shop.url}/account/posts?page=${n}`)
      await page.getByRole('button', { name: /^Edit/ }).last().click()
      await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
      await watch.inspect()
    }
    await watch.visit(`${shop.url}/posts/1`)

    const mails = async () =>
      (await readHtmlEmails(join(shop.dataDir, 'outbox'))).filter((html) => html.includes('View the comment'))
    await expect.poll(async () => (await mails()).length).toBe(posts)
    await watch.render(await mails())
    expect([...watch.executed]).toEqual([])
  })

  test('from rich text, as it is stored', async ({ page, watch }) => {
    const cleaned = scriptAttempts.map(sanitizeRichText)
    // Alone, and inside parents that change how it is parsed.
    const placed = (html: string) =>
      `${html}<div>${html}</div><table><tr><td>${html}</table><select><option>${html}</select><svg><desc>${html}`
    await watch.render(cleaned.map(placed))
    // Inserted by a script into an existing page.
    await page.goto('about:blank')
    await page.setContent('<div id="place"></div>')
    const changed = await page.evaluate((all) => {
      const container = document.querySelector('#place') as HTMLElement
      return all.filter((html) => {
        container.innerHTML = html
        const once = container.innerHTML
        container.innerHTML = once
        return (
          container.innerHTML !== once || container.querySelector('script, svg, math, style, iframe, form, template')
        )
      })
    }, cleaned)
    expect(changed).toEqual([])
    expect([...watch.executed]).toEqual([])
  })

  test('although most of them execute without protection', async ({ watch }) => {
    expect(scriptAttempts.length).toBeGreaterThanOrEqual(400)
    await watch.render(scriptAttempts)
    expect([...watch.executed].filter((found) => found.startsWith('ran')).length).toBeGreaterThan(DANGEROUS)
  })
})
