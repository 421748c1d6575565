import type { MessageState } from '#contract/messages/admin-calls.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockMessage, type MessageRow, setState } from './message.queries.ts'

/** A message that someone else has changed since is left alone. */
export type ExpectedMessage = { id: number; expectedVersion: string }

export async function lockExpected(
  trx: Transaction,
  { id, expectedVersion }: ExpectedMessage,
): Promise<Result<{ message: MessageRow }, Refusal<'not_found' | 'stale'>>> {
  const message = await lockMessage(trx, id)
  if (!message) return refuse({ code: 'not_found' })
  if (String(message.version) !== expectedVersion) return refuse({ code: 'stale' })
  return { ok: true, message }
}

export async function setMessageState(
  trx: Transaction,
  actor: Actor,
  { state, ...expected }: ExpectedMessage & { state: MessageState },
): Promise<Result<NoValue, Refusal<'not_found' | 'stale'>>> {
  const locked = await lockExpected(trx, expected)
  if (!locked.ok) return refuse(locked.refusal)
  const { id, state: before, user_id } = locked.message
  if (before === state) return { ok: true }
  await setState(trx, id, state)
  await recordAction(trx, actor, {
    action: 'message.state_changed',
    subject: { kind: 'message', id },
    person: user_id,
    before: { state: before },
    after: { state },
  })
  return { ok: true }
}
