import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type CommentKind, lockComment, setHidden } from './moderation.queries.ts'

export type ModerateCommentRefusal = Refusal<
  | 'not_found'
  /** Someone else has done it already. */
  | 'already_moderated'
>

type CommentKey = { kind: CommentKind; id: number }

/** Hides a comment with its replies, or a single reply; emails its author the reason. */
export async function hideComment(
  trx: Transaction,
  actor: Actor,
  { kind, id, reason }: CommentKey & { reason: string },
  jobs: Jobs,
): Promise<Result<NoValue, ModerateCommentRefusal>> {
  const comment = await lockComment(trx, kind, id)
  if (!comment) return refuse({ code: 'not_found' })
  if (comment.hidden_reason !== null) return refuse({ code: 'already_moderated' })
  await setHidden(trx, kind, id, { reason, by: formatActorName(actor) })
  const mail =
    kind === 'comment'
      ? ({ mail: 'comment_hidden', comment_id: id } as const)
      : ({ mail: 'reply_hidden', reply_id: id } as const)
  await jobs.queue(trx, 'mail', [mail])
  await recordAction(trx, actor, {
    action: `${kind}.hidden`,
    subject: { kind, id },
    person: comment.user_id,
    reason,
  })
  return { ok: true }
}

/** Shows it again; replies that were hidden individually stay hidden. */
export async function restoreComment(
  trx: Transaction,
  actor: Actor,
  { kind, id }: CommentKey,
): Promise<Result<NoValue, ModerateCommentRefusal>> {
  const comment = await lockComment(trx, kind, id)
  if (!comment) return refuse({ code: 'not_found' })
  if (comment.hidden_reason === null) return refuse({ code: 'already_moderated' })
  await setHidden(trx, kind, id, undefined)
  await recordAction(trx, actor, {
    action: `${kind}.restored`,
    subject: { kind, id },
    person: comment.user_id,
    before: { hidden_reason: comment.hidden_reason },
  })
  return { ok: true }
}
