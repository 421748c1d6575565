import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { jobsForSuite } from '#test/shop.ts'
import { approveAs, makeStaff } from '#test/staff.ts'
import { queueApprovalEmails } from './approval-emails.ts'
import { consumeApproval } from './consume-approval.ts'
import { approve } from './decide-approval.ts'

databaseTest('emails of approvals', (connection) => {
  const jobs = jobsForSuite(connection)
  const db = () => connection().db
  const queueMails = () => inTransaction(db(), (trx) => queueApprovalEmails(trx, { jobs: jobs() }))
  const queued = async (approvalId: number) =>
    (
      await connection().pool.query(
        `select data ->> 'mail' as mail, (data ->> 'staff_id')::int as to from pgboss.job
          where (data ->> 'approval_id')::int = $1 order by 1, 2`,
        [approvalId],
      )
    ).rows
  type Proposing = Parameters<typeof consumeApproval>[1]
  const propose = async (actor: Proposing, order: number) => {
    const proposal = await inTransaction(db(), (trx) =>
      consumeApproval(trx, actor, {
        action: 'payment.refund',
        subject: String(order),
        permission: 'payments.refund',
        payload: {},
        preview: { amount: '$852.85' },
        reason: 'Paid too much',
      }),
    )
    if (!proposal.ok || proposal.passed) throw new Error('it was not proposed')
    return proposal.approvalId
  }
  const people = async () => {
    await connection().pool.query('update staff set active = false')
    const [owner, manager] = [await makeStaff(db(), 'owner'), await makeStaff(db(), 'manager')]
    await makeStaff(db(), 'clerk')
    return { owner, manager }
  }

  it('are sent once to the other approvers, and to the proposer after the approval', async () => {
    const { owner, manager } = await people()
    const id = await propose(manager.actor, 1)
    expect(await queued(id)).toEqual([])
    await queueMails()
    await queueMails()
    expect(await queued(id)).toEqual([{ mail: 'approval_waits', to: owner.id }])
    expect(await inTransaction(db(), (trx) => approve(trx, owner.actor, id, []))).toMatchObject({ state: 'approved' })
    await queueMails()
    await queueMails()
    expect(await queued(id)).toEqual([
      { mail: 'approval_given', to: manager.id },
      { mail: 'approval_waits', to: owner.id },
    ])
  })

  it('go to every approver for a proposal from the command line', async () => {
    const { owner, manager } = await people()
    const id = await propose({ kind: 'command_line', by: manager.email }, 2)
    await queueMails()
    expect(await queued(id)).toEqual([
      { mail: 'approval_waits', to: owner.id },
      { mail: 'approval_waits', to: manager.id },
    ])
  })

  it('are not sent for proposals that were decided before the emails were written', async () => {
    const { owner, manager } = await people()
    const id = await propose(manager.actor, 3)
    expect(await approveAs(db(), owner.actor, id, jobs())).toEqual({
      ok: false,
      refusal: { code: 'approval_outdated' },
    })
    await connection().pool.query(`update approvals set state = 'void', ended_at = now() where id = $1`, [id])
    await queueMails()
    expect(await queued(id)).toEqual([])
  })
})
