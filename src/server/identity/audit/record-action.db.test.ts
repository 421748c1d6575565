import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { recordAction } from './record-action.ts'

databaseTest('the audit log', (connection) => {
  it('records actor, action, subject, origin and previous values', async () => {
    const origin = { address: '192.0.2.7', requestId: 'r-1' }
    await inTransaction(connection().db, (trx) =>
      recordAction(
        trx,
        { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk', ...origin },
        {
          action: 'order.canceled',
          subject: { kind: 'order', id: 100001 },
          before: { status: 'processing' },
          after: { status: 'canceled' },
          reason: 'The customer asked for it.',
        },
      ),
    )
    const { rows } = await connection().pool.query(
      `select actor_kind, actor_id, actor_name, role, action, subject_kind, subject_id, request_id, payload
         from audit_entries join audit_payloads on entry_id = id`,
    )
    expect(rows).toEqual([
      {
        actor_kind: 'staff',
        actor_id: 7,
        actor_name: 'clerk@example.com',
        role: 'clerk',
        action: 'order.canceled',
        subject_kind: 'order',
        subject_id: '100001',
        request_id: 'r-1',
        payload: {
          from: '192.0.2.7',
          before: { status: 'processing' },
          after: { status: 'canceled' },
          reason: 'The customer asked for it.',
        },
      },
    ])
  })
})
