import { approvedVisibility, type Visibility } from '#domain/posts/visibility.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lockPost, setVisibility } from './moderation.queries.ts'
import { toPostVersion } from './present-post.ts'

export type ModeratePostRefusal = Refusal<
  | 'not_found'
  /** Its author has changed it since the moderator reviewed it. */
  | 'stale'
  /** Someone else has decided already. */
  | 'already_moderated'
>

/** A newer text than the one the moderator reviewed is not decided on. */
type ReviewedPost = { id: number; expectedVersion: string }

const allowedStates = {
  approved: ['waiting'],
  hidden: ['public', 'waiting', 'scheduled'],
  restored: ['hidden'],
} as const satisfies Record<string, readonly Visibility[]>

/** Publishes a post that waits for approval (setting review_posts), at once or when its author planned it. */
export const approvePost = (
  trx: Transaction,
  actor: Actor,
  reviewed: ReviewedPost,
): Promise<Result<NoValue, ModeratePostRefusal>> =>
  applyDecision(trx, actor, reviewed, { what: 'approved', to: 'public' })

/** Hides a post everywhere, whatever its author does; emails them the reason. */
export async function hidePost(
  trx: Transaction,
  actor: Actor,
  { reason, ...reviewed }: ReviewedPost & { reason: string },
  jobs: Jobs,
): Promise<Result<NoValue, ModeratePostRefusal>> {
  const hidden = await applyDecision(trx, actor, reviewed, { what: 'hidden', to: 'hidden', reason })
  if (hidden.ok) await jobs.queue(trx, 'mail', [{ mail: 'post_hidden', post_id: reviewed.id }])
  return hidden
}

/** Publishes a hidden post again. */
export const restorePost = (
  trx: Transaction,
  actor: Actor,
  reviewed: ReviewedPost,
): Promise<Result<NoValue, ModeratePostRefusal>> =>
  applyDecision(trx, actor, reviewed, { what: 'restored', to: 'public' })

async function applyDecision(
  trx: Transaction,
  actor: Actor,
  { id, expectedVersion }: ReviewedPost,
  { what: action, to, reason }: { what: keyof typeof allowedStates; to: Visibility; reason?: string },
): Promise<Result<NoValue, ModeratePostRefusal>> {
  const post = await lockPost(trx, id)
  if (!post) return refuse({ code: 'not_found' })
  const allowed: readonly Visibility[] = allowedStates[action]
  if (!allowed.includes(post.visibility)) return refuse({ code: 'already_moderated' })
  if (toPostVersion(post) !== expectedVersion) return refuse({ code: 'stale' })
  const newState = to === 'public' ? approvedVisibility(post.publish_at, new Date()) : to
  await setVisibility(trx, post.id, newState, reason === undefined ? undefined : { reason, by: formatActorName(actor) })
  await recordAction(trx, actor, {
    action: `post.${action}`,
    subject: { kind: 'post', id },
    person: post.user_id,
    before: { state: post.visibility, ...(post.hidden_reason !== null && { hidden_reason: post.hidden_reason }) },
    after: { state: newState },
    reason,
  })
  return { ok: true }
}
