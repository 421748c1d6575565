import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { insertAnswer, setState } from './message.queries.ts'
import { type ExpectedMessage, lockExpected } from './set-message-state.ts'

/** Answers a message by email. */
export async function answerMessage(
  trx: Transaction,
  actor: Actor,
  { text, ...expected }: ExpectedMessage & { text: string },
  { jobs }: Pick<Services, 'jobs'>,
): Promise<Result<NoValue, Refusal<'not_found' | 'stale'>>> {
  const locked = await lockExpected(trx, expected)
  if (!locked.ok) return refuse(locked.refusal)
  const { id, state, user_id } = locked.message
  const answerId = await insertAnswer(trx, { message_id: id, body: text, sent_by: formatActorName(actor) })
  await setState(trx, id, 'answered')
  await recordAction(trx, actor, {
    action: 'message.answered',
    subject: { kind: 'message', id },
    person: user_id,
    before: { state },
    after: { state: 'answered' },
  })
  await jobs.queue(trx, 'mail', [{ mail: 'message_answered', message_answer_id: answerId }])
  return { ok: true }
}
