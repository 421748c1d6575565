import { describe, expect, it } from 'vitest'
import { refuse } from '#domain/result.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff } from '#test/staff.ts'
import { waitForBlocked } from '#test/wait.ts'
import { changeStaff } from './change-staff.ts'
import { consumeApproval, type Preview } from './consume-approval.ts'
import { approve } from './decide-approval.ts'

databaseTest('an approval', (connection, engine) => {
  const db = () => connection().db
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  type Member = Awaited<ReturnType<typeof makeStaff>>
  const refund = (actor: Member, order: number, preview: Preview = { amount: '$500.00' }) =>
    inTransaction(db(), (trx) =>
      consumeApproval(trx, actor.actor, {
        action: 'payment.refund',
        subject: String(order),
        permission: 'payments.refund',
        payload: {},
        preview,
        reason: 'Paid too much',
      }),
    )
  const proposeRefund = async (actor: Member, order: number) => {
    const proposal = await refund(actor, order)
    if (!proposal.ok || proposal.passed) throw new Error('it was not proposed')
    return proposal.approvalId
  }
  /** The action itself is tested elsewhere: here nothing recomputes its preview. */
  const approveAs = (actor: Member['actor'], id: number) => inTransaction(db(), (trx) => approve(trx, actor, id, []))
  const setActive = (staff: Member, active: boolean) =>
    query('update staff set active = $2 where id = $1', [staff.id, active])
  const findState = async (id: number) => (await query('select state from approvals where id = $1', [id]))[0]?.state

  it('is consumed once, even if its proposer was temporarily the only approver and needed none', async () => {
    const [owner, manager] = [await makeStaff(db(), 'owner'), await makeStaff(db(), 'manager')]
    const [same, other, pending] = [
      await proposeRefund(owner, 1),
      await proposeRefund(owner, 2),
      await proposeRefund(owner, 3),
    ]
    for (const id of [same, other]) await approveAs(manager.actor, id)
    await setActive(manager, false)
    expect(await refund(owner, 1)).toEqual({ ok: true, passed: true })
    expect(await refund(owner, 2, { amount: '$5.00' })).toEqual({ ok: true, passed: true })
    expect(await refund(owner, 3)).toEqual({ ok: true, passed: true })
    expect(await Promise.all([same, other, pending].map(findState))).toEqual(['done', 'void', 'void'])
    await setActive(manager, true)
    for (const order of [1, 2, 3]) expect(await refund(owner, order)).toMatchObject({ passed: false })
  })

  it('that can no longer be carried out is refused and stays open', async () => {
    const [owner, manager] = [await makeStaff(db(), 'owner'), await makeStaff(db(), 'manager')]
    const id = await proposeRefund(owner, 40)
    const action = {
      action: 'payment.refund',
      preview: async () => ({ amount: '$500.00' }),
      carryOut: async () => refuse({ code: 'nothing_to_refund' }),
    }
    expect(await inTransaction(db(), (trx) => approve(trx, manager.actor, id, [action]))).toEqual({
      ok: false,
      refusal: { code: 'approval_not_possible' },
    })
    expect(await findState(id)).toBe('proposed')
  })

  describe('proposed on the command line', () => {
    type Proposing = Parameters<typeof consumeApproval>[1]
    const fromCommandLine = (email: string): Proposing => ({ kind: 'command_line', by: email })
    const propose = (actor: Proposing, order: number) =>
      inTransaction(db(), (trx) =>
        consumeApproval(trx, actor, {
          action: 'payment.refund',
          subject: String(order),
          permission: 'payments.refund',
          payload: {},
          preview: { amount: '$170.00' },
          reason: 'Paid too much',
        }),
      )
    const findId = async (proposal: ReturnType<typeof propose>) => {
      const result = await proposal
      if (!result.ok || result.passed) throw new Error('it was not proposed')
      return result.approvalId
    }
    const people = async () => ({
      owner: await makeStaff(db(), 'owner'),
      manager: await makeStaff(db(), 'manager'),
      clerk: await makeStaff(db(), 'clerk'),
    })

    it('needs two signed-in people, no matter who is named in the proposal', async () => {
      const { owner, manager } = await people()
      const id = await findId(propose(fromCommandLine(manager.email), 101))
      const [stored] = await query('select proposed_by, proposed_by_id from approvals where id = $1', [id])
      expect(stored).toEqual({ proposed_by: `the command line, as ${manager.email}`, proposed_by_id: null })
      expect(await approveAs(owner.actor, id)).toEqual({ ok: true, state: 'proposed' })
      expect(await propose(fromCommandLine(manager.email), 101), 'not executed after one approval').toMatchObject({
        passed: false,
      })
      expect(await approveAs(owner.actor, id)).toEqual({ ok: false, refusal: { code: 'own_approval' } })
      expect(await approveAs(manager.actor, id)).toEqual({ ok: true, state: 'approved' })
      expect(await propose(fromCommandLine(manager.email), 101)).toEqual({ ok: true, passed: true })
      const audited = await query(
        `select action, actor_name from audit_entries where subject_kind = 'approval' and subject_id = $1 order by id`,
        [String(id)],
      )
      expect(audited.map(({ action }) => action)).toEqual([
        'approval.proposed',
        'approval.first_approved',
        'approval.approved',
        'approval.executed',
      ])
    })

    it('names a person who may propose it', async () => {
      const { clerk } = await people()
      expect(await propose(fromCommandLine(clerk.email), 102)).toEqual({
        ok: false,
        refusal: { code: 'not_permitted' },
      })
      expect(await propose(fromCommandLine('unknown@shop.example'), 102)).toEqual({
        ok: false,
        refusal: { code: 'proposer_required' },
      })
      expect(await propose({ kind: 'command_line' }, 102)).toEqual({
        ok: false,
        refusal: { code: 'proposer_required' },
      })
    })

    it('is replaced by the same proposal from a signed-in person, which needs one more approver', async () => {
      const { owner, manager } = await people()
      const first = await findId(propose(fromCommandLine(owner.email), 103))
      expect(await approveAs(owner.actor, first)).toEqual({ ok: true, state: 'proposed' })
      const second = await findId(propose(owner.actor, 103))
      expect([await findState(first), await findState(second)]).toEqual(['void', 'proposed'])
      expect(await approveAs(owner.actor, second)).toEqual({ ok: false, refusal: { code: 'own_proposal' } })
      expect(await approveAs(manager.actor, second)).toEqual({ ok: true, state: 'approved' })
      // The command line does not weaken it again.
      expect(await propose(fromCommandLine(owner.email), 103)).toEqual({ ok: true, passed: true })
    })

    it('joins the pending proposal from a signed-in person', async () => {
      const { owner, manager } = await people()
      const id = await findId(propose(manager.actor, 104))
      expect(await findId(propose(fromCommandLine(owner.email), 104))).toBe(id)
      expect(await approveAs(manager.actor, id)).toEqual({ ok: false, refusal: { code: 'own_proposal' } })
      expect(await approveAs(owner.actor, id)).toEqual({ ok: true, state: 'approved' })
    })

    it('is voided when the first of its two approvers loses a permission', async () => {
      const { owner, manager } = await people()
      const id = await findId(propose(fromCommandLine(owner.email), 105))
      await approveAs(manager.actor, id)
      await inTransaction(db(), (trx) =>
        changeStaff(trx, owner.actor, { staffId: manager.id, changes: { active: false }, reason: 'Left' }),
      )
      expect(await findState(id)).toBe('void')
    })

    it('counts concurrent decisions of one person once, and the database refuses a single approver', async () => {
      const { owner } = await people()
      const id = await findId(propose(fromCommandLine(owner.email), 106))
      const many = engine === 'postgres' ? 20 : 2
      const responses = await Promise.all(Array.from({ length: many }, () => approveAs(owner.actor, id)))
      expect(responses.filter(({ ok }) => ok)).toEqual([{ ok: true, state: 'proposed' }])
      await expect(
        query(
          `update approvals set state = 'approved', decided_by = $2, decided_by_id = $3, decided_at = now() where id = $1`,
          [id, owner.email, owner.id],
        ),
      ).rejects.toThrow('approvals_command_line_needs_two')
    })
  })

  it('is refused to a person who is not an approver at that time', async () => {
    const [owner, manager, third] = [
      await makeStaff(db(), 'owner'),
      await makeStaff(db(), 'manager'),
      await makeStaff(db(), 'manager'),
    ]
    const id = await proposeRefund(owner, 11)
    await setActive(manager, false)
    expect(await approveAs(manager.actor, id)).toEqual({ ok: false, refusal: { code: 'not_permitted' } })
    expect(await findState(id)).toBe('proposed')
    expect(await approveAs(third.actor, id)).toEqual({ ok: true, state: 'approved' })
  })

  it('is voided when its proposer or approver loses a permission', async () => {
    const [owner, other, manager] = [
      await makeStaff(db(), 'owner'),
      await makeStaff(db(), 'owner'),
      await makeStaff(db(), 'manager'),
    ]
    const change = (staff: Member, changes: Parameters<typeof changeStaff>[2]['changes']) =>
      inTransaction(db(), (trx) => changeStaff(trx, owner.actor, { staffId: staff.id, changes, reason: 'Left' }))
    const [proposal, approvedId, unaffected] = [
      await proposeRefund(manager, 21),
      await proposeRefund(owner, 22),
      await proposeRefund(other, 23),
    ]
    await approveAs(manager.actor, approvedId)
    await change(manager, { name: 'Ana', role: 'manager' })
    expect(await Promise.all([proposal, approvedId].map(findState))).toEqual(['proposed', 'approved'])
    expect(await change(manager, { active: false })).toMatchObject({ passed: true })
    expect(await Promise.all([proposal, approvedId, unaffected].map(findState))).toEqual(['void', 'void', 'proposed'])
    expect(await refund(owner, 22)).toMatchObject({ passed: false })
    expect(await change(other, { role: 'manager' })).toMatchObject({ passed: true })
    expect(await findState(unaffected)).toBe('void')
  })

  it.runIf(engine === 'postgres')('that waits for a demotion is refused to the demoted person', async () => {
    const [owner, manager] = [await makeStaff(db(), 'owner'), await makeStaff(db(), 'manager')]
    const id = await proposeRefund(owner, 12)
    const demoted = Promise.withResolvers<void>()
    const decided = Promise.withResolvers<void>()
    const demoting = inTransaction(db(), async (trx) => {
      await changeStaff(trx, owner.actor, {
        staffId: manager.id,
        changes: { role: 'clerk' },
        reason: 'Moves to packing',
      })
      demoted.resolve()
      await decided.promise
    })
    await demoted.promise
    // Its call passed the permission check before.
    const approving = approveAs(manager.actor, id)
    await waitForBlocked(connection().pool)
    decided.resolve()
    await demoting
    expect(await approving).toEqual({ ok: false, refusal: { code: 'not_permitted' } })
  })
})
