import { expect, it } from 'vitest'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { planSponsorChange } from './plan-sponsor-change.ts'

databaseTest('a change of sponsor that moves many members', (connection) => {
  const suite = appForSuite(connection, { SHOP_SPONSOR_APPROVAL_ABOVE: '2' })
  const db = () => connection().db
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows

  async function createChild(sponsor: UserId): Promise<void> {
    const { id } = await makeUser(db())
    await query('update sponsorships set sponsor_id = $2 where member_id = $1', [id, sponsor])
  }
  /** Creates a member with a downline of the given size, and a future sponsor. */
  async function createLine(many: number) {
    const { id } = await makeUser(db())
    for (let n = 0; n < many; n++) await createChild(id)
    return { id, next: (await makeUser(db())).id }
  }
  async function signedIn(role: 'owner' | 'manager') {
    const staff = await makeStaff(db(), role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db(), staff.id))
    return { ...staff, ...browser }
  }
  type SignedIn = Awaited<ReturnType<typeof signedIn>>
  const readSponsors = async (staff: SignedIn, id: number) =>
    (await staff.get(`/admin/members/${id}/sponsors.json`)).json()
  const plan = async (staff: SignedIn, id: UserId, sponsor_id: UserId) => {
    const { version } = await readSponsors(staff, id)
    return staff.post(`/admin/members/${id}/sponsor/plan`, {
      sponsor_id,
      expected_version: version,
      reason: 'Both asked for it',
    })
  }
  const findPlanned = (id: number) =>
    query(`select sponsor_id from sponsorships where member_id = $1 order by from_month desc limit 1`, [id])

  it('is planned by one person up to the setting, and by two above it', async () => {
    const [owner, manager] = [await signedIn('owner'), await signedIn('manager')]
    const small = await createLine(2)
    expect((await plan(manager, small.id, small.next)).json()).toMatchObject({ waiting: null })
    expect(await findPlanned(small.id)).toEqual([{ sponsor_id: small.next }])

    const many = await createLine(3)
    const preview = () => manager.get(`/admin/members/${many.id}/sponsor/preview.json?sponsor_id=${many.next}`)
    // The month in memory may still be loading.
    await expect.poll(async () => (await preview()).statusCode, { timeout: 30_000 }).toBe(200)
    expect((await preview()).json()).toMatchObject({ downline: { count: 3 }, needs_approval: true })
    const response = await plan(manager, many.id, many.next)
    expect([response.statusCode, response.json().waiting]).toEqual([
      200,
      {
        approval_id: expect.any(Number),
        proposed_by: manager.email,
        reason: 'Both asked for it',
        proposed_by_viewer: true,
      },
    ])
    const { approval_id } = response.json().waiting
    expect(await findPlanned(many.id)).not.toEqual([{ sponsor_id: many.next }])
    expect((await manager.post('/admin/approvals/approve', { approval_id })).statusCode, 'their own').toBe(409)
    const approved = await owner.post('/admin/approvals/approve', { approval_id })
    expect([approved.statusCode, approved.json()]).toEqual([200, { state: 'done' }])
    expect(await findPlanned(many.id)).toEqual([{ sponsor_id: many.next }])
    expect((await readSponsors(owner, many.id)).waiting).toBeNull()
  })

  it('is void once sponsor or downline differ from the proposal', async () => {
    const [owner, manager] = [await signedIn('owner'), await signedIn('manager')]
    const many = await createLine(3)
    const first = (await plan(manager, many.id, many.next)).json().waiting.approval_id
    const otherSponsor = (await makeUser(db())).id
    const second = (await plan(manager, many.id, otherSponsor)).json().waiting.approval_id
    expect(await query('select state from approvals where id = $1', [first])).toEqual([{ state: 'void' }])
    await createChild(many.id)
    expect((await owner.post('/admin/approvals/approve', { approval_id: second })).statusCode).toBe(409)
    expect(await query('select state from approvals where id = $1', [second])).toEqual([{ state: 'void' }])
    expect(await findPlanned(many.id)).not.toEqual([{ sponsor_id: otherSponsor }])
  })

  it('needs two sign-ins when proposed on the command line', async () => {
    const [owner, manager] = [await signedIn('owner'), await signedIn('manager')]
    const many = await createLine(3)
    const { version } = await readSponsors(owner, many.id)
    const change = { memberId: many.id, sponsorId: many.next, version, reason: 'Both asked for it' }
    const shop = { jobs: suite().services.jobs, now: Date.now(), approvalAbove: 2 }
    const result = await inTransaction(db(), (trx) =>
      planSponsorChange(trx, { kind: 'command_line', by: manager.email }, change, shop),
    )
    if (!result.ok || result.passed) throw new Error('it was not proposed')
    const approval_id = result.approvalId
    expect((await owner.post('/admin/approvals/approve', { approval_id })).json()).toEqual({ state: 'proposed' })
    expect(await findPlanned(many.id)).not.toEqual([{ sponsor_id: many.next }])
    expect((await manager.post('/admin/approvals/approve', { approval_id })).json()).toEqual({ state: 'done' })
    expect(await findPlanned(many.id)).toEqual([{ sponsor_id: many.next }])
  })
})
