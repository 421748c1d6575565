import { hasPermission, type Permission } from '#contract/permissions.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { ApprovalId, StaffId } from '#server/platform/database/tables.generated.ts'
import { endApproval, insertApproval, lockOpenApproval, lockOpenApprovalsOfStaff } from './approval.queries.ts'
import type { GuardedKind } from './approval-title.ts'
import { findApprovers, findStaffByEmail, lockApprovers } from './staff.queries.ts'

/** Named figures that the approver sees; the hash is computed from their canonical JSON. */
export type Preview = Record<string, string | number | boolean | null>

/** An action that needs two people if there are two approvers (docs/back-office §1). */
export type GuardedAction = {
  /** Noun and verb: `month.close`. */
  action: GuardedKind
  /** Subject of the action; each has at most one open proposal. */
  subject: string
  /** Permission required of the proposer. */
  permission: Permission
  /** Everything needed to execute it; no secrets. */
  payload: object
  preview: Preview
  reason: string | undefined
}

export type ApprovalRefusal = Refusal<'reason_required' | 'proposer_required' | 'not_permitted'>
/**
 * `passed` means that the caller acts now, in this transaction. Otherwise it must do nothing: the proposal is pending.
 */
export type ApprovalOutcome = { passed: true } | Proposal
/** `voided` means that an earlier proposal or its approval had different figures. */
export type Proposal = { passed: false; approvalId: ApprovalId; voided: boolean }

/** Locks approvals and the set of approvers until this transaction ends. */
export const lockApprovals = (trx: Transaction): Promise<void> => lockApprovers(trx)

/**
 * Called by use cases in their own transaction before they act. With fewer than two approvers it passes: a single
 * approver gives a reason (the call already required re-authentication). With two, it passes if someone else approved
 * the current preview; otherwise it records a proposal and voids an approval of different figures. Passing always
 * consumes the pending approval.
 */
export async function consumeApproval(
  trx: Transaction,
  actor: Actor,
  { action, subject, permission, payload, preview, reason = '' }: GuardedAction,
): Promise<Result<ApprovalOutcome, ApprovalRefusal>> {
  await lockApprovers(trx)
  const approvers = await findApprovers(trx)
  if (approvers.length === 1 && reason.trim() === '') return refuse({ code: 'reason_required' })

  const previewText = serializePreview(preview)
  const openApproval = await lockOpenApproval(trx, { action, subject })
  const matching = openApproval?.preview === previewText ? openApproval : undefined
  if (matching?.state === 'approved') {
    await endApproval(trx, matching.id, 'done')
    await recordApproval(trx, actor, 'approval.executed', matching.id)
    return { ok: true, passed: true }
  }
  if (approvers.length < 2) {
    // No approval is needed now; a pending one would otherwise let the action pass again once there are two approvers.
    if (openApproval) await voidOpenApproval(trx, actor, openApproval.id)
    return { ok: true, passed: true }
  }
  // A proposal from signed-in staff replaces an identical one made on the command line, which needs two approvals.
  const isSignedIn = actor.kind === 'staff'
  if (matching && (matching.proposed_by_id !== null || !isSignedIn)) {
    return { ok: true, passed: false, approvalId: matching.id, voided: false }
  }
  const proposer = await findProposer(trx, actor)
  if (!proposer) return refuse({ code: 'proposer_required' })
  if (!hasPermission(proposer.role, permission)) return refuse({ code: 'not_permitted' })
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  if (openApproval) await voidOpenApproval(trx, actor, openApproval.id)
  const approvalId = await insertApproval(trx, {
    action,
    subject,
    payload,
    preview: previewText,
    reason,
    proposed_by: isSignedIn ? proposer.email : `the command line, as ${proposer.email}`,
    proposed_by_id: isSignedIn ? proposer.id : null,
  })
  await recordAction(trx, actor, {
    action: 'approval.proposed',
    subject: { kind: 'approval', id: approvalId },
    after: { action, subject, preview },
    reason,
  })
  return { ok: true, passed: false, approvalId, voided: openApproval !== undefined && !matching }
}

/**
 * Voids the pending approvals of a person who loses permissions: neither their proposals nor what they approved may be
 * executed.
 */
export async function voidApprovalsOfStaff(trx: Transaction, actor: Actor, staffId: StaffId): Promise<void> {
  for (const { id } of await lockOpenApprovalsOfStaff(trx, staffId)) await voidOpenApproval(trx, actor, id)
}

async function voidOpenApproval(trx: Transaction, actor: Actor, id: ApprovalId): Promise<void> {
  await endApproval(trx, id, 'void')
  await recordApproval(trx, actor, 'approval.voided', id)
}

const recordApproval = (trx: Transaction, actor: Actor, action: string, id: ApprovalId) =>
  recordAction(trx, actor, { action, subject: { kind: 'approval', id } })

/**
 * Finds the proposer. On the command line it is the staff member named by `--by`; the shell does not authenticate
 * anyone (docs/decisions/0036).
 */
async function findProposer(trx: Transaction, actor: Actor) {
  const email = actor.kind === 'staff' ? actor.email : actor.kind === 'command_line' ? actor.by : undefined
  const staff = email === undefined ? undefined : await findStaffByEmail(trx, email)
  return staff?.active ? staff : undefined
}

/** Serializes figures in a canonical order. */
export const serializePreview = (preview: Preview): string =>
  JSON.stringify(Object.fromEntries(Object.entries(preview).sort(([a], [b]) => (a < b ? -1 : 1))))
