import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { formMessages } from '#contract/base/form-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { normalizeLicenseNumber } from '#domain/customers/license.ts'
import { exportMembers } from '#server/network/member-file/export-members.ts'
import { importMembers } from '#server/network/member-file/import-members.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storeSetting } from '#server/platform/settings/settings.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { registrationForm } from '#test/member-forms.ts'
import { verifyAfterDamage } from '#test/verify-after-damage.ts'
import { setUser } from './set-user.ts'

const FAR_FUTURE = '2199-12-31'
const PASSWORD = 'orchid lamp 48'
const folder = mkdtempSync(join(tmpdir(), 'salonfront-licenses-'))
afterAll(() => rmSync(folder, { recursive: true }))

databaseTest('a license', (connection, engine) => {
  const suite = appForSuite(connection)
  let accountCount = 0
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const findUser = async (email: string) => (await query('select * from users where email = $1', [email]))[0]
  const registerUser = async (cosmetology_id: string, overrides: object = {}) => {
    const email = `license${++accountCount}@example.com`
    const browser = browserOf(suite)
    const form = { ...registrationForm(email, PASSWORD), cosmetology_id, ...overrides }
    expect((await browser.post('/register', form)).statusCode).toBe(201)
    expect((await browser.post('/login', { email, password: PASSWORD })).statusCode).toBe(200)
    browser.reload()
    return { email, ...browser }
  }
  const decide = (email: string, license: 'approved' | 'refused', requireLicenseApproval = false, reason?: string) =>
    inTransaction(connection().db, (trx) =>
      setUser(
        trx,
        { email, changes: { license, expiresOn: FAR_FUTURE, ...(reason !== undefined && { reason }) } },
        { requireLicenseApproval },
      ),
    )
  const setLicenseApproval = async (value: 'on' | 'off') => {
    await inTransaction(connection().db, (trx) => storeSetting(trx, 'approve_licenses', value))
    await suite().services.settings.reload()
  }

  it.each(['NJ-4471', ' nj 44/71 ', '#4471', 'ＮＪ４４７１', '–', 'ß ı é', '44\u00a071\u200b'])(
    'is normalized identically by database and domain: %j',
    async (typed) => {
      const email = `alike${++accountCount}@example.com`
      await query(
        `insert into users (email, type, first_name, last_name, phone_number, cosmetology_id, referral_code)
         values ($1, 'member', 'A', 'B', '1', $2, $1)`,
        [email, typed],
      )
      expect((await findUser(email)).license_number).toBe(normalizeLicenseNumber(typed))
    },
  )

  it('defaults to the address’s state, and can be approved for one account only', async () => {
    const [first, second, elsewhere] = [
      await registerUser('A-100'),
      await registerUser('# a 100'),
      await registerUser('A100', { state: 'NY' }),
    ]
    expect(await findUser(second.email)).toMatchObject({ license_state: 'NJ', license_number: 'A100' })
    const { member_no } = await findUser(first.email)
    expect(await decide(first.email, 'approved')).toMatchObject({ ok: true, sameLicense: [{ email: second.email }] })
    expect(await decide(second.email, 'approved')).toMatchObject({
      ok: false,
      refusal: { code: 'license_taken', holder: { member_no, license_state: 'NJ', license_number: 'A100' } },
    })
    const active = await inTransaction(connection().db, (trx) =>
      setUser(trx, { email: second.email, changes: { status: 'active' } }, { requireLicenseApproval: false }),
    )
    expect(active).toMatchObject({ ok: false, refusal: { code: 'license_taken' } })
    expect(await findUser(second.email)).toMatchObject({ license_approved_at: null })
    expect(await decide(elsewhere.email, 'approved')).toMatchObject({ ok: true, sameLicense: [] })
    expect(await decide(first.email, 'refused')).toMatchObject({ ok: true })
    expect(await decide(second.email, 'approved')).toMatchObject({ ok: true })
    expect(await decide('nobody@example.com', 'approved')).toEqual({ ok: false, refusal: { code: 'not_found' } })
    expect((await verifyShop(connection().db, folder)).findings).toEqual([])
  })

  it('is approved once when two accounts are approved concurrently', async () => {
    for (let round = 0; round < (engine === 'postgres' ? 8 : 1); round++) {
      const [first, second] = [await registerUser(`B-${round}`), await registerUser(`b ${round}`)]
      const decided = await Promise.all([decide(first.email, 'approved'), decide(second.email, 'approved')])
      expect(decided.map(({ ok }) => ok).sort()).toEqual([false, true])
    }
  })

  it('can be viewed and changed in the account, without revealing other accounts', async () => {
    const ana = await registerUser('C-1')
    await registerUser('C-2')
    expect((await ana.get('/account/license.json')).json()).toEqual({
      license_state: 'NJ',
      cosmetology_id: 'C-1',
      type: null,
      expires_on: null,
      days_to_renew: null,
      evidence: null,
      status: 'submitted',
      reason: '',
      renewal: null,
      approval: false,
      order_block_reason: null,
    })
    await decide(ana.email, 'approved')
    const save = (body: object) => ana.post('/account/license/save', body)
    expect((await save({ license_state: 'NJ', cosmetology_id: 'c 1' })).json()).toMatchObject({ status: 'approved' })
    const changed = await save({ license_state: 'NJ', cosmetology_id: 'C-2' })
    expect(changed.json()).toMatchObject({ cosmetology_id: 'C-2', status: 'submitted' })
    expect(await findUser(ana.email)).toMatchObject({ status: 'active', license_approved_at: null })
    expect((await save({})).json().errors).toEqual({
      license_state: formMessages.stateRequired,
      cosmetology_id: formMessages.cosmetologyIdRequired,
    })
    expect((await save({ license_state: 'NJ', cosmetology_id: '#' })).json().errors).toEqual({
      cosmetology_id: formMessages.cosmetologyIdRequired,
    })
    expect((await save({ license_state: 'XX', cosmetology_id: 'C-3' })).json().errors).toEqual({
      license_state: serverMessages.stateUnknown,
    })
    await decide(ana.email, 'refused', false, 'The name differs.')
    expect((await ana.get('/account/license.json')).json()).toMatchObject({
      status: 'refused',
      reason: 'The name differs.',
    })
  })

  it('makes the account pending when changed or refused in a shop that approves licenses, until it is approved', async () => {
    await setLicenseApproval('on')
    const ana = await registerUser('D-1')
    expect(await findUser(ana.email)).toMatchObject({ status: 'pending' })
    expect(await decide(ana.email, 'approved', true)).toMatchObject({ ok: true, user: { status: 'active' } })
    await ana.post('/account/license/save', { license_state: 'NY', cosmetology_id: 'D-1' })
    expect(await findUser(ana.email)).toMatchObject({ status: 'pending', license_approved_at: null })
    await decide(ana.email, 'approved', true)
    expect(await decide(ana.email, 'refused', true)).toMatchObject({ user: { status: 'pending' } })
    await setLicenseApproval('off')
  })

  it('is at the end of the export with duplicates flagged, and an import does not change it', async () => {
    const [first, second] = [await registerUser('E-1'), await registerUser('E 1')]
    await decide(first.email, 'approved')
    const path = join(folder, `${engine}.csv`)
    await exportMembers(connection(), path)
    const lines = readFileSync(path, 'utf8').split('\n')
    expect(lines[0]).toMatch(
      /,enrolled_on,license_state,license_number,license_status,license_duplicate,license_type,license_expires_on\r?$/,
    )
    const licenseColumns = (email: string) =>
      lines
        .find((line) => line.includes(email))
        ?.trim()
        .split(',')
        .slice(-6)
    expect(licenseColumns(first.email)).toEqual(['NJ', 'E-1', 'approved', 'yes', '', FAR_FUTURE])
    expect(licenseColumns(second.email)).toEqual(['NJ', 'E 1', 'submitted', 'yes', '', ''])
    expect(await importMembers(connection(), { path })).toMatchObject({ ok: true, added: 0, updated: 0 })
  })

  it('shared by two accounts that an import activates is approved for neither, so that staff decide', async () => {
    const [first, second] = [await registerUser('F-1'), await registerUser('F1')]
    for (const { email } of [first, second])
      await inTransaction(connection().db, (trx) =>
        setUser(trx, { email, changes: { status: 'pending' } }, { requireLicenseApproval: false }),
      )
    const path = join(folder, `active-${engine}.csv`)
    await exportMembers(connection(), path)
    const text = readFileSync(path, 'utf8').replaceAll(',pending,', ',active,')
    writeFileSync(path, text)
    expect(await importMembers(connection(), { path })).toMatchObject({ ok: true })
    for (const { email } of [first, second]) {
      expect(await findUser(email)).toMatchObject({ status: 'active', license_approved_at: null })
    }
  })

  it('approved for several accounts is found by verify, unless it was shared from the start', async () => {
    const { pool } = connection()
    const [first, second] = [await registerUser('G-1'), await registerUser('g 1')]
    await pool.query(`update users set license_approved_at = now(), license_shared = true where email = $1`, [
      second.email,
    ])
    await pool.query(`update users set license_approved_at = now() - interval '1 day' where email = $1`, [first.email])
    const shared = await findUser(second.email)
    expect((await verifyShop(connection().db, folder)).findings).toEqual([])
    const { member_no } = await findUser(first.email)
    const found = await verifyAfterDamage(
      connection(),
      folder,
      'drop index users_license_unique_idx; update users set license_shared = false',
    )
    expect(found).toEqual([`License NJ G1 is approved for members ${member_no}, ${shared.member_no}.`])
  })
})
