import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { browserOf } from '#test/browser.ts'
import { createMailbox } from '#test/mailbox.ts'
import { openShopPage, pageTest } from '#test/page.tsx'
import { readStructuredData, writePost } from '#test/page-posts.ts'
import { interceptRequests } from '#test/page-requests.ts'
import { signUp } from '#test/sign-up.ts'

type ShopPage = Awaited<ReturnType<typeof openShopPage>>

pageTest('posts', (app) => {
  /** Opens the shop as a new user. */
  async function openAs(email: string) {
    const browser = await signUp(app, email)
    return { browser, page: await openShopPage(browser, '/faqs') }
  }
  const commentField = () => screen.getByRole('textbox', { name: /^Your comment/ })
  async function comment({ user, fill }: ShopPage, text: string): Promise<void> {
    await fill(commentField(), text)
    await user.click(screen.getByRole('button', { name: 'Comment' }))
  }
  async function reply({ user }: ShopPage, to: HTMLElement, text: string): Promise<void> {
    await user.click(within(to).getByRole('button', { name: 'Reply to Ana R.' }))
    await user.type(await within(to).findByRole('textbox', { name: /^Your reply to Ana R\./ }), text)
    await user.click(within(to).getByRole('button', { name: 'Reply' }))
  }
  /** Navigates through links, so that the page renders from cached data. */
  async function leaveAndReturn({ user }: ShopPage): Promise<void> {
    const breadcrumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    await user.click(breadcrumb.getByRole('link', { name: 'Blog' }))
    await screen.findByRole('heading', { level: 1, name: 'Blog' })
    history.back()
    await screen.findByRole('heading', { level: 2, name: /comments?$/ })
  }
  const readTexts = (pattern: RegExp) => screen.getAllByText(pattern).map(({ textContent }) => textContent)
  const numbered = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n + 1}.`)

  it('are commented on by a reader, who is emailed about the reply of the author', async () => {
    const [writer, reader] = ['writer@example.com', 'reader@example.com']
    const { browser: author } = await openAs(writer)
    const content =
      '<h2 style="text-align: center">Foils</h2><p>Ten volume.</p><p><a href="https://example.com/">More</a></p>'
    const id = await writePost(author, { title: 'Lift & tone <b>', language: 'en', content })

    const guest = await openShopPage(browserOf(app), '/posts')
    await guest.user.click(screen.getAllByRole('link', { name: 'Lift & tone <b>' })[0] as HTMLElement)
    await screen.findByRole('heading', { level: 1, name: 'Lift & tone <b>' })
    expect(guest.path()).toBe(`/posts/${id}`)
    expect(screen.getAllByText(/^Ana R\./)).not.toEqual([])
    expect(screen.getByRole('link', { name: 'More' }).getAttribute('rel')).toBe('nofollow noopener')
    expect(screen.getByText(/to comment\./).textContent).toBe('Log in to comment.')

    const mailbox = createMailbox(app)
    const visitor = await openShopPage(await signUp(app, reader), `/posts/${id}`)
    await visitor.user.click(await screen.findByRole('button', { name: 'Comment' }))
    await screen.findByText('Content is required')
    expect(document.activeElement).toBe(commentField())
    await comment(visitor, 'Which developer?\n<b>Thanks</b>')
    await screen.findByText(/Your comment is live\./)
    expect(commentField()).toHaveProperty('value', '')
    const expectComment = () => {
      screen.getByText(/<b>Thanks<\/b>/)
      screen.getByRole('heading', { name: '1 comment' })
    }
    expectComment()
    await leaveAndReturn(visitor)
    expectComment()

    const answering = await openShopPage(author, `/posts/${id}`)
    const item = (await screen.findByText(/Which developer\?/)).closest('li') as HTMLElement
    await reply(answering, item, 'Ten volume.')
    await screen.findByText(/Your reply is live\./)
    expect(within(item).getByRole('textbox')).toHaveProperty('value', '')
    const expectReply = () =>
      expect(screen.getByRole('list', { name: 'Replies to Ana R.' }).textContent).toContain('Ten volume.')
    expectReply()
    await leaveAndReturn(answering)
    screen.getByRole('heading', { name: '2 comments' })
    expectReply()
    await waitFor(async () => expect(await mailbox.listKinds(reader)).toContain('comment_reply'))
    expect((await mailbox.listKinds(reader)).filter((kind) => kind === 'comment_reply')).toHaveLength(1)
  })

  it('keep the text of a comment that could not be sent', async () => {
    const { browser, page } = await openAs('failing@example.com')
    const id = await writePost(browser, { title: 'Failing', language: 'en', content: '' })
    await page.navigate(`/posts/${id}`)
    await screen.findByRole('heading', { level: 1, name: 'Failing' })
    interceptRequests(/\/comments$/, () => Promise.reject(new TypeError('Failed to fetch')))
    await comment(page, 'Hello')
    expect((await screen.findByRole('alert')).textContent).toBe('There is an error, please try again later.')
    expect(commentField()).toHaveProperty('value', 'Hello')
    expect(screen.getByRole('button', { name: 'Comment' })).toHaveProperty('disabled', false)
  })

  it('are listed by language and marked with it', async () => {
    const { browser } = await openAs('korean@example.com')
    const title = '봄 컬러'
    const id = await writePost(browser, { title, language: 'kr', content: '<p>따뜻한 구리색</p>' })
    const page = await openShopPage(browser, '/posts')
    expect(screen.queryByRole('link', { name: title })).toBeNull()
    const languages = within(screen.getByRole('navigation', { name: 'Language' }))
    await page.user.click(languages.getByRole('link', { name: '한국어' }))
    const [link] = await screen.findAllByRole('link', { name: title })
    expect(page.path()).toBe('/posts?language=kr')
    await page.user.click(link as HTMLElement)
    const heading = await screen.findByRole('heading', { level: 1, name: title })
    expect(page.path()).toBe(`/posts/${id}`)
    expect(heading.getAttribute('lang')).toBe('ko')

    // Screen readers switch the voice for the title in the breadcrumb and for comments.
    const breadcrumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(breadcrumb.getByText(title).closest('[lang]')?.getAttribute('lang')).toBe('ko')
    await comment(page, '곱습니다.')
    const paragraph = await screen.findByText('곱습니다.', { selector: 'p' })
    expect(paragraph.getAttribute('lang')).toBe('ko')
  })

  it('give search engines title, description, URL and structured data', async () => {
    const { browser } = await openAs('facts@example.com')
    const content = `<p>Warm copper.</p><script>alert(1)</script>`
    const id = await writePost(browser, { title: 'Facts & figures', language: 'cn', content })
    const open = (url: string) => browserOf(app).inject({ url, headers: { accept: 'text/html' } })
    const { body: html } = await open(`/posts/${id}`)
    expect(html).toContain('<title>Facts &amp; figures – Salonfront</title>')
    expect(html).toContain('<meta name="description" content="Warm copper."/>')
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]+/posts/${id}"/>`))
    expect(html).toContain('<meta property="og:type" content="article"/>')
    const entries = readStructuredData(html)
    expect(entries.find((entry) => entry['@type'] === 'Article')).toMatchObject({
      headline: 'Facts & figures',
      author: { name: 'Ana R.' },
      inLanguage: 'zh',
    })
    expect(entries.some((entry) => entry['@type'] === 'BreadcrumbList')).toBe(true)
    expect((await open('/sitemap.xml')).body).toContain(`/posts/${id}<`)
    expect((await browser.get('/posts/2000000000.json')).statusCode).toBe(404)
  })

  it('show a long discussion page by page', async () => {
    const { browser, page: writing } = await openAs('talker@example.com')
    const id = await writePost(browser, { title: 'Long', language: 'en', content: '<p>Talk.</p>' })
    for (let n = 1; n <= 43; n++)
      expect((await writing.post(`/posts/${id}/comments`, { content: `Message ${n}.` })).statusCode).toBe(201)
    const comment_id = (await browser.get(`/posts/${id}.json`)).json().comments[0].id
    for (let n = 1; n <= 8; n++) {
      const response = { comment_id, content: `Response ${n}.` }
      expect((await writing.post('/post/comments/reply', response)).statusCode).toBe(201)
    }

    const page = await openShopPage(browser, `/posts/${id}`)
    screen.getByRole('region', { name: '51 comments' })
    expect(readTexts(/^Message /)).toHaveLength(20)
    expect(readTexts(/^Response /)).toHaveLength(5)
    screen.getByRole('link', { name: 'Show more replies' }).focus()
    await page.user.keyboard('{Enter}')
    const allReplies = await screen.findByText('Showing all replies.')
    expect(readTexts(/^Response /)).toHaveLength(8)
    expect(document.activeElement).toBe(allReplies)

    // A comment written before all are loaded is shown separately, and merged when the others arrive.
    await comment(page, 'Message 44.')
    within(await screen.findByRole('list', { name: 'Your comments' })).getByText('Message 44.')
    screen.getByRole('region', { name: '52 comments' })
    let isOffline = true
    interceptRequests(/\/comments\.json/, async (send) => (isOffline ? new Response('', { status: 409 }) : send()))
    await page.user.click(screen.getByRole('link', { name: 'Show more comments' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We can’t load more comments right now. Please try again.',
    )
    isOffline = false
    await page.user.click(screen.getByRole('link', { name: 'Show more comments' }))
    await waitFor(() => expect(readTexts(/^Message /)).toHaveLength(41))
    await page.user.click(screen.getByRole('link', { name: 'Show more comments' }))
    await waitFor(() => expect(readTexts(/^Message /)).toEqual(numbered('Message', 44)))
    expect(screen.queryByRole('list', { name: 'Your comments' })).toBeNull()

    // A comment written after all are loaded, and a reply to a comment loaded later, appear as well.
    await comment(page, 'Message 45.')
    const late = () => screen.getByText('Message 43.').closest('li') as HTMLElement
    await screen.findByText('Message 45.')
    await reply(page, late(), 'Response late.')
    await within(late()).findByText(/Your reply is live\./)
    await leaveAndReturn(page)
    screen.getByRole('region', { name: '54 comments' })
    expect(readTexts(/^Message /)).toEqual(numbered('Message', 45))
    within(late()).getByText('Response late.')
  })
})
