import type { FastifyRequest } from 'fastify'
import { ipKey } from '#server/http/ip-key.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { countAttempt, type Limit } from '#server/identity/credentials/attempts.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'

/** Keeps strangers from filling the log: further refusals from the same IP address leave no entry. */
const ANONYMOUS_REFUSALS_PER_IP: Limit = { kind: 'refused behind the counter', most: 20, seconds: 15 * 60 }

/** Logs a refused call of the back office in the audit log, in a separate transaction, because the call has none. */
export async function recordRefusal(
  db: Database,
  { ip, id: requestId, method, routeOptions }: Pick<FastifyRequest, 'ip' | 'id' | 'method' | 'routeOptions'>,
  staff: Extract<Actor, { kind: 'staff' }> | undefined,
  reason: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!staff) {
      const attempt = await countAttempt(trx, [{ ...ANONYMOUS_REFUSALS_PER_IP, key: ipKey(ip) }])
      if (!attempt.ok) return
    }
    await recordAction(trx, staff ?? { kind: 'customer', address: ip, requestId }, {
      action: 'request.denied',
      subject: { kind: 'staff', id: staff?.staffId ?? 'nobody' },
      after: { call: `${method} ${routeOptions.url}`, why: reason },
    })
  })
}
