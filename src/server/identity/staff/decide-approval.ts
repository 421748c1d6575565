import { type AnyRefusal, type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import {
  endApproval,
  lockApproval,
  recordDecision,
  recordFirstApproval,
  type StoredApproval,
} from './approval.queries.ts'
import { type Preview, serializePreview } from './consume-approval.ts'
import { findApprovers, lockApprovers } from './staff.queries.ts'

/**
 * Registered by a module for an action whose preview can be recomputed, and which can be executed or started, at the
 * moment of approval. Unregistered actions are approved as proposed and executed by requesting them again;
 * `consumeApproval` then compares the previews.
 */
export type ApprovableAction = {
  action: string
  /** Whether the preview is recomputed for this payload; always, unless defined. */
  compares?(payload: unknown): boolean
  /** Returns the current preview; undefined if its subject no longer exists. */
  preview(trx: Transaction, payload: unknown): Promise<Preview | undefined>
  /**
   * Executes the action through the use case that calls `consumeApproval`. `later` means that it stays approved until it
   * is requested again.
   */
  carryOut(
    trx: Transaction,
    actor: Actor,
    payload: unknown,
    reason: string,
  ): Promise<Result<{ later?: true }, AnyRefusal>>
}

type StaffActor = Extract<Actor, { kind: 'staff' }>
export type DecisionRefusal = Refusal<
  | 'not_found'
  | 'not_permitted'
  | 'approval_decided'
  | 'own_proposal'
  | 'own_approval'
  | 'approval_outdated'
  | 'approval_not_possible'
>

/**
 * Approves in the approver's own session and executes registered actions. A proposal of the command line stays
 * `proposed` after the first approval: it needs a second one by another person (docs/decisions/0036). `approval_outdated`
 * means that the preview is outdated and the approval is void, which `voidApproval` records in a separate transaction.
 */
export async function approve(
  trx: Transaction,
  actor: StaffActor,
  id: number,
  actions: readonly ApprovableAction[],
): Promise<Result<{ state: 'proposed' | 'approved' | 'done' }, DecisionRefusal>> {
  const locked = await lockOpen(trx, id)
  if (!locked.ok) return locked
  const { approval } = locked
  // The call was authorized before it waited for the lock; in the meantime a demotion may have removed the permission.
  if (!(await findApprovers(trx)).some((holder) => holder.id === actor.staffId))
    return refuse({ code: 'not_permitted' })
  if (approval.state !== 'proposed') return refuse({ code: 'approval_decided' })
  if (approval.proposed_by_id === actor.staffId) return refuse({ code: 'own_proposal' })
  if (approval.first_approved_by_id === actor.staffId) return refuse({ code: 'own_approval' })
  const action = actions.find((candidate) => candidate.action === approval.action)
  const isCompared = action?.compares?.(approval.payload) ?? true
  if (action && isCompared && !(await isUnchanged(trx, approval, action))) return refuse({ code: 'approval_outdated' })
  const isFirst = approval.proposed_by_id === null && approval.first_approved_by_id === null
  await (isFirst
    ? recordFirstApproval(trx, approval.id, toApprover(actor))
    : recordDecision(trx, approval.id, 'approved', toApprover(actor)))
  await recordAction(trx, actor, {
    action: isFirst ? 'approval.first_approved' : 'approval.approved',
    subject: { kind: 'approval', id: approval.id },
  })
  if (isFirst) return { ok: true, state: 'proposed' }
  if (!action) return { ok: true, state: 'approved' }
  const result = await action.carryOut(trx, actor, approval.payload, approval.reason)
  if (!result.ok) return refuse({ code: 'approval_not_possible' })
  if (result.later) return { ok: true, state: 'approved' }
  // Still open if the use case no longer needed an approval.
  if ((await lockApproval(trx, id))?.state === 'approved') await endApproval(trx, approval.id, 'done')
  return { ok: true, state: 'done' }
}

async function isUnchanged(trx: Transaction, { payload, preview }: StoredApproval, action: ApprovableAction) {
  const current = await action.preview(trx, payload)
  return current !== undefined && serializePreview(current) === preview
}

/** Voids an approval after `approval_outdated`, if it is still open. */
export async function voidApproval(trx: Transaction, actor: StaffActor, id: number): Promise<void> {
  const locked = await lockOpen(trx, id)
  if (!locked.ok) return
  await endApproval(trx, locked.approval.id, 'void')
  await recordAction(trx, actor, { action: 'approval.voided', subject: { kind: 'approval', id } })
}

/** Refuses someone else's proposal, or withdraws the actor's own. */
export async function refuseApproval(
  trx: Transaction,
  actor: StaffActor,
  id: number,
): Promise<Result<NoValue, DecisionRefusal>> {
  const locked = await lockOpen(trx, id)
  if (!locked.ok) return locked
  await recordDecision(trx, locked.approval.id, 'refused', toApprover(actor))
  await recordAction(trx, actor, { action: 'approval.refused', subject: { kind: 'approval', id } })
  return { ok: true }
}

async function lockOpen(
  trx: Transaction,
  id: number,
): Promise<Result<{ approval: StoredApproval }, Refusal<'not_found' | 'approval_decided'>>> {
  await lockApprovers(trx)
  const approval = await lockApproval(trx, id)
  if (!approval) return refuse({ code: 'not_found' })
  return approval.state === 'proposed' || approval.state === 'approved'
    ? { ok: true, approval }
    : refuse({ code: 'approval_decided' })
}

const toApprover = ({ staffId, email }: StaffActor) => ({ id: staffId as StaffId, email })
