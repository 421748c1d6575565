import { join } from 'node:path'
import { expect } from 'playwright/test'
import { sanitizeRichText } from '#server/content/rich-text.ts'
import { readHtmlEmails } from '#test/html-emails.ts'
import { MAX_FIELD_LENGTH, test } from '#test/script-injection-shop.ts'
import { nameAttempts, packAttempts, roundRobin, scriptAttempts } from '#test/script-payloads.ts'

/** Maximum length of a comment (docs/product §10.3). */
const COMMENT_LENGTH = 5000
/** Length of the shorter posts, which follow the ones of the maximum length. */
const SHORT_POST_LENGTH = 1000
/** Maximum length of a post with unclosed markup. */
const MAX_POST_LENGTH = 4000
/** Attempts that execute without protection; the others need another browser or another bug. */
const MIN_EXECUTED = 250

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
    const contents = roundRobin([...packAttempts(MAX_POST_LENGTH), ...packAttempts(SHORT_POST_LENGTH)])
    // The shop keeps only the part of a file name after the last slash.
    const files = roundRobin(
      packAttempts(MAX_FIELD_LENGTH - '.txt'.length).map((text) => text.replaceAll(/[/\\]/g, ' ')),
    )
    const comments = roundRobin(packAttempts(COMMENT_LENGTH))
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

    const fetchEmails = async () =>
      (await readHtmlEmails(join(shop.dataDir, 'outbox'))).filter((html) => html.includes('View the comment'))
    await expect.poll(async () => (await fetchEmails()).length).toBe(posts)
    await watch.render(await fetchEmails())
    expect([...watch.executed]).toEqual([])
  })

  test('from sanitized rich text', async ({ page, watch }) => {
    const sanitized = scriptAttempts.map(sanitizeRichText)
    // Embeds the text alone, and in parents that change how it is parsed.
    const embed = (html: string) =>
      `${html}<div>${html}</div><table><tr><td>${html}</table><select><option>${html}</select><svg><desc>${html}`
    await watch.render(sanitized.map(embed))
    // Scripts also insert the text into an existing page.
    await page.goto('about:blank')
    await page.setContent('<div id="place"></div>')
    const unstable = await page.evaluate((texts) => {
      const container = document.querySelector('#place') as HTMLElement
      return texts.filter((html) => {
        container.innerHTML = html
        const parsed = container.innerHTML
        container.innerHTML = parsed
        return (
          container.innerHTML !== parsed || container.querySelector('script, svg, math, style, iframe, form, template')
        )
      })
    }, sanitized)
    expect(unstable).toEqual([])
    expect([...watch.executed]).toEqual([])
  })

  test('most attempts execute without protection', async ({ watch }) => {
    expect(scriptAttempts.length).toBeGreaterThanOrEqual(400)
    await watch.render(scriptAttempts)
    expect([...watch.executed].filter((finding) => finding.startsWith('ran')).length).toBeGreaterThan(MIN_EXECUTED)
  })
})
