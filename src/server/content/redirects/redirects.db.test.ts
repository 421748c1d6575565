import { expect, it } from 'vitest'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { MAX_REDIRECTS } from '#contract/base/limits.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { openStaffBrowser } from '#test/staff.ts'

databaseTest('redirects of former URLs', (connection) => {
  const suite = appForSuite(connection)
  const open = async (role: 'owner' | 'manager' = 'owner') => {
    const browser = await openStaffBrowser(suite, role)
    const change = async (call: string, body: object) => browser.post(`/admin/settings/redirects/${call}`, body)
    const list = async (query = '') =>
      (await browser.get(`/admin/settings/redirects.json${query}`)).json<AdminResponse<'redirects'>>()
    return { browser, change, list }
  }
  /** Requests a page like a browser. */
  const visit = async (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const { statusCode, headers } = await suite().app.inject({ method, url, headers: { accept: 'text/html' } })
    return [statusCode, headers.location]
  }
  const findEntries = async (action: string) =>
    (
      await connection().pool.query(
        `select subject_id, payload -> 'before' as before, payload -> 'after' as after
         from audit_entries join audit_payloads on entry_id = id where action = $1 order by id`,
        [action],
      )
    ).rows

  it('are added, changed, followed and removed', async () => {
    const { change, list } = await open()
    expect(await visit('/pages/our-story')).toEqual([404, undefined])
    const added = await change('add', { path: 'https://old.example/Pages/Our-Story/', target: '/about?from=old' })
    expect(added.json()).toMatchObject({ path: '/pages/our-story', target: '/about?from=old' })
    for (const url of ['/pages/our-story', '/PAGES/our-story/?utm=1']) {
      expect(await visit(url)).toEqual([301, '/about?from=old'])
    }
    expect(await visit('/pages/our-story', 'HEAD')).toEqual([301, '/about?from=old'])
    const json = await suite().app.inject({ url: '/pages/our-story', headers: { accept: 'application/json' } })
    expect(json.statusCode).toBe(404)

    const { version } = added.json()
    const changed = await change('change', { path: '/pages/our-story', target: '/faqs', expected_version: version })
    expect(await visit('/pages/our-story')).toEqual([301, '/faqs'])
    const stale = await change('change', { path: '/pages/our-story', target: '/', expected_version: version })
    expect([stale.statusCode, stale.json().code, stale.json().current.target]).toEqual([409, 'stale', '/faqs'])
    expect(await list()).toMatchObject({ data: [{ path: '/pages/our-story', target: '/faqs' }], next: null, count: 1 })

    const remove = { path: '/pages/our-story', expected_version: changed.json().version }
    expect((await change('remove', { ...remove, expected_version: version })).statusCode).toBe(409)
    expect((await change('remove', remove)).statusCode).toBe(200)
    expect((await change('remove', remove)).statusCode).toBe(404)
    expect(await visit('/pages/our-story')).toEqual([404, undefined])
    expect(await findEntries('redirect.changed')).toEqual([
      { subject_id: '/pages/our-story', before: { target: '/about?from=old' }, after: { target: '/faqs' } },
    ])
    expect([await findEntries('redirect.added'), await findEntries('redirect.removed')]).toEqual([
      [expect.anything()],
      [{ subject_id: '/pages/our-story', before: { target: '/faqs' }, after: null }],
    ])
  })

  it.each([
    ['/blogs/news', '//evil.example', 'invalid', 'target'],
    ['/blogs/news', 'https://evil.example/', 'invalid', 'target'],
    ['/blogs/news', '/\\evil.example', 'invalid', 'target'],
    ['/blogs/news', 'javascript:alert(1)', 'invalid', 'target'],
    ['/', '/about', 'invalid', 'path'],
    ['news', '/about', 'invalid', 'path'],
    ['/packages', '/about', 'invalid', 'path'],
    ['/blogs/news', '/Blogs/News', 'redirect_loop', 'target'],
  ])('refuse to lead from %s to %s', async (path, target, code, field) => {
    const { change } = await open()
    const refused = await change('add', { path, target })
    expect([refused.statusCode, refused.json().code, Object.keys(refused.json().errors)]).toEqual([422, code, [field]])
  })

  it('lead to the last page of a chain, but never in a loop', async () => {
    const { change } = await open()
    await change('add', { path: '/a1', target: '/a2' })
    await change('add', { path: '/a2', target: '/a3?x=1' })
    await change('add', { path: '/a3', target: '/about' })
    expect(await visit('/a1')).toEqual([301, '/about'])
    expect((await change('add', { path: '/about-old', target: '/about-old' })).json().code).toBe('redirect_loop')
    expect((await change('add', { path: '/a3', target: '/' })).json().code).toBe('redirect_exists')
    await change('add', { path: '/a4', target: '/a5' })
    expect((await change('add', { path: '/a5', target: '/a4' })).json().code).toBe('redirect_loop')
    // A row that was written around the checks.
    await connection().pool.query(`insert into redirects values ('/b1', '/b2'), ('/b2', '/b1')`)
    expect(await visit('/b1')).toEqual([404, undefined])
    await connection().pool.query(`delete from redirects`)
  })

  it('are imported after a preview, without the rows that are refused', async () => {
    const { change, list, browser } = await open()
    await change('add', { path: '/old', target: '/faqs' })
    await change('add', { path: '/same', target: '/faqs' })
    const text = [
      'Redirect from;Redirect to',
      '/old;/about',
      '/same;/faqs',
      '"/new; page";/packages?category=hair',
      '/evil;https://evil.example/',
      '/OLD/;/faqs',
      '',
      'nonsense;/faqs',
    ].join('\r\n')
    const preview = (await change('import', { text })).json<AdminResponse<'importRedirects'>>()
    expect(preview).toEqual({
      ...{ added: 1, changed: 1, unchanged: 1, refused_count: 3, version: expect.any(String) },
      changes: [
        { path: '/old', before: '/faqs', after: '/about' },
        { path: '/new; page', before: null, after: '/packages?category=hair' },
      ],
      refused: [
        { line: 5, column: 'Redirect to', reason: 'Enter a page of this shop, such as /about.' },
        { line: 6, column: 'Redirect from', reason: 'This URL is already in line 2.' },
        { line: 8, column: 'Redirect from', reason: 'Enter a URL of the former shop, such as /pages/our-story.' },
      ],
    })
    expect((await list()).count).toBe(2)
    await change('add', { path: '/new; page', target: '/' })
    const stale = await change('import', { text, expected_version: preview.version })
    expect([stale.statusCode, stale.json().current.changed]).toEqual([409, 2])
    const applied = await change('import', { text, expected_version: stale.json().current.version })
    expect(applied.json()).toMatchObject({ added: 0, changed: 2, unchanged: 1 })
    expect(await findEntries('redirect.imported')).toHaveLength(1)
    expect(await visit('/new;%20page')).toEqual([301, '/packages?category=hair'])

    const file = (await browser.get('/admin/settings/redirects.csv')).body
    expect(file).toBe('Redirect from,Redirect to\n/new; page,/packages?category=hair\n/old,/about\n/same,/faqs\n')
    expect((await change('import', { text: file })).json()).toMatchObject({ added: 0, changed: 0, unchanged: 3 })
    const loop = await change('import', { text: '/c1,/c2\n/c2,/c1' })
    const refused = await change('import', { text: '/c1,/c2\n/c2,/c1', expected_version: loop.json().version })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'redirect_loop'])
    expect((await change('import', { text: '/a,"/b' })).statusCode).toBe(422)
  })

  it('are listed page by page and searched', async () => {
    const { change, list } = await open()
    await connection().pool.query('delete from redirects')
    const text = Array.from({ length: 150 }, (_, index) => `/blog/${String(index).padStart(3, '0')},/about`).join('\n')
    const { version } = (await change('import', { text })).json()
    await change('import', { text, expected_version: version })
    const first = await list()
    expect([first.data.length, first.next, first.count]).toEqual([100, '/blog/099', 150])
    const second = await list(`?after=${encodeURIComponent(first.next ?? '')}`)
    expect([second.data[0]?.path, second.data.length, second.next]).toEqual(['/blog/100', 50, null])
    expect((await list('?search=LOG/07')).data.map(({ path }) => path)).toHaveLength(10)
    expect((await list('?search=%25')).data).toEqual([])
  })

  it('are limited in number', async () => {
    const { change } = await open()
    await connection().pool.query(
      `insert into redirects select '/former/' || n, '/about' from generate_series(1, $1 - (select count(*)::integer from redirects)) n`,
      [MAX_REDIRECTS],
    )
    const added = await change('add', { path: '/one-more', target: '/' })
    expect([added.statusCode, added.json().code]).toEqual([422, 'too_many_redirects'])
    const text = '/one-more,/\n/former/1,/faqs'
    const { version } = (await change('import', { text })).json()
    expect((await change('import', { text, expected_version: version })).json().code).toBe('too_many_redirects')
    await connection().pool.query('delete from redirects')
  })

  it('are changed by owners only', async () => {
    const { browser, change } = await open('manager')
    expect((await browser.get('/admin/settings/redirects.json')).statusCode).toBe(403)
    expect((await change('add', { path: '/x', target: '/' })).statusCode).toBe(403)
  })
})
