import { type Done, type Result, refuse } from '#domain/result.ts'
import { type Actor, actorName } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lockPost, setVisibility } from './moderation.queries.ts'
import type { Visibility } from './post.queries.ts'

export type ModeratePostRefusal =
  | 'no_such_post'
  /** Its author has changed it since it was looked at. */
  | 'changed_meanwhile'
  /** Another was there before. */
  | 'not_possible_now'

/** `seenAt`: when the text that was looked at was last changed; nothing is decided about another. */
type Looked = { id: number; seenAt: Date }

const possibleFrom = {
  approved: ['waiting'],
  hidden: ['public', 'waiting'],
  restored: ['hidden'],
} as const satisfies Record<string, readonly Visibility[]>

/** Makes a post public that waits for it (setting review_posts). */
export const approvePost = (
  trx: Transaction,
  actor: Actor,
  looked: Looked,
): Promise<Result<Done, ModeratePostRefusal>> => decide(trx, actor, looked, { what: 'approved', to: 'public' })

/** Takes a post off every page, whatever its author does; they are mailed why. */
export async function hidePost(
  trx: Transaction,
  actor: Actor,
  { reason, ...looked }: Looked & { reason: string },
  jobs: Jobs,
): Promise<Result<Done, ModeratePostRefusal>> {
  const hidden = await decide(trx, actor, looked, { what: 'hidden', to: 'hidden', reason })
  if (hidden.ok) await jobs.queue(trx, 'mail', [{ mail: 'post_hidden', post_id: looked.id }])
  return hidden
}

/** Makes a hidden post public again. */
export const restorePost = (
  trx: Transaction,
  actor: Actor,
  looked: Looked,
): Promise<Result<Done, ModeratePostRefusal>> => decide(trx, actor, looked, { what: 'restored', to: 'public' })

async function decide(
  trx: Transaction,
  actor: Actor,
  { id, seenAt }: Looked,
  { what, to, reason }: { what: keyof typeof possibleFrom; to: Visibility; reason?: string },
): Promise<Result<Done, ModeratePostRefusal>> {
  const post = await lockPost(trx, id)
  if (!post) return refuse('no_such_post')
  const from: readonly Visibility[] = possibleFrom[what]
  if (!from.includes(post.visibility)) return refuse('not_possible_now')
  if (post.updated_at.getTime() !== seenAt.getTime()) return refuse('changed_meanwhile')
  await setVisibility(trx, post.id, to, reason === undefined ? undefined : { reason, by: actorName(actor) })
  await recordAction(trx, actor, {
    action: `post.${what}`,
    subject: { kind: 'post', id },
    person: post.user_id,
    before: { state: post.visibility, ...(post.hidden_reason !== null && { hidden_reason: post.hidden_reason }) },
    after: { state: to },
    reason,
  })
  return { ok: true }
}
