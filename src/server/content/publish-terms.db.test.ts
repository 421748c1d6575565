import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { acceptTerms } from './accept-terms.ts'

const reason = 'The lawyer wrote'

/** docs/back-office §4: owners publish, and see who accepted what. */
databaseTest('terms that owners publish', (connection) => {
  const suite = appForSuite(connection)
  const owner = async (hasFreshProof = true) => {
    const browser = browserOf(suite)
    browser.jar.set(
      'staff',
      await staffSession(connection().db, (await makeStaff(connection().db, 'owner')).id, hasFreshProof),
    )
    return browser
  }
  const publish = async (
    text: string,
    expectedVersion: number | string,
    overrides: { reauthenticated?: boolean; reason?: string } = {},
  ) => {
    const browser = await owner(overrides.reauthenticated)
    const response = await browser.post('/admin/terms/publish', {
      text,
      expected_version: String(expectedVersion),
      reason: overrides.reason ?? reason,
    })
    return { status: response.statusCode, body: response.json() }
  }
  const versions = async () => (await (await owner()).get('/admin/terms.json')).json()
  const member = async () => {
    const { id } = await makeUser(connection().db)
    await inTransaction(connection().db, (trx) => acceptTerms(trx, id))
    return id
  }

  it('require a proof, a reason and a changed text, and are refused after a concurrent publication', async () => {
    expect(await versions()).toEqual({ data: [], text: '', version: '0' })
    expect(await publish('Be kind.', 0, { reauthenticated: false })).toMatchObject({ status: 403 })
    expect(await publish('Be kind.', 0, { reason: '' })).toMatchObject({ status: 422 })
    expect(await publish(' ', 0)).toMatchObject({
      status: 422,
      body: { code: 'invalid', errors: { text: 'Enter the terms.' } },
    })
    expect(await publish('Be kind.', 3)).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { data: [], text: '', version: '0' } },
    })
    expect(await publish('Be kind.\n', 0)).toEqual({ status: 200, body: { version: 1 } })
    expect(await publish('Be kind.', 1)).toMatchObject({ status: 422, body: { code: 'terms_unchanged' } })
    // Two owners edit the same version: one publishes, the other is refused.
    const both = await Promise.all([publish('Be kinder.', 1), publish('Be kindest.', 1)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)?.body
    expect(refused).toMatchObject({ code: 'stale', current: { version: '2', data: [{ version: 2 }, { version: 1 }] } })
    expect(await publish('Be kindest of all.', refused.current.version)).toMatchObject({ status: 200 })
  })

  it('remain stored by version, each with the users who accepted it, page by page', async () => {
    const publishedBefore = await versions()
    const latest = publishedBefore.data[0].version as number
    const ids: number[] = []
    for (let n = 0; n < 51; n++) ids.push(await member())
    expect(await publish('Be as kind as can be.', latest)).toMatchObject({ status: 200 })
    const last = await member()
    const after = await versions()
    expect(after.text).toBe('Be as kind as can be.')
    expect(after.data.map(({ accepted }: { accepted: number }) => accepted)).toEqual([1, 51, 0, 0])

    const read = async (version: number, query = '') =>
      (await (await owner()).get(`/admin/terms/${version}.json${query}`)).json()
    expect(await read(1)).toMatchObject({ text: 'Be kind.', members: [], next: null })
    const first = await read(latest)
    expect(first).toMatchObject({ text: publishedBefore.text, accepted: 51 })
    expect(first.members).toHaveLength(50)
    const second = await read(latest, `?after=${first.next}`)
    expect([...first.members, ...second.members].map(({ id }: { id: number }) => id)).toEqual(ids.reverse())
    expect(second.next).toBeNull()
    expect((await read(after.data[0].version)).members).toMatchObject([{ id: last }])
    expect((await (await owner()).get('/admin/terms/999.json')).statusCode).toBe(404)
    // Visitors get the latest version immediately.
    expect((await browserOf(suite).get('/terms.json')).json().terms).toMatchObject({ text: 'Be as kind as can be.' })
  })
})
