import { may, type Permission } from '#contract/permissions.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { ApprovalId, StaffId } from '#server/platform/database/tables.generated.ts'
import { endApproval, insertApproval, lockOpenApproval, lockOpenOf } from './approval.queries.ts'
import type { GuardedKind } from './approval-title.ts'
import { findApprovers, findStaffByEmail, lockApprovers } from './staff.queries.ts'

/** Named figures that somebody looks at and approves: their canonical JSON is what the hash is of. */
export type Preview = Record<string, string | number | boolean | null>

/** Something that takes two people where there are two who may approve (docs/back-office §1). */
export type GuardedAction = {
  /** Thing and verb: `month.close`. */
  action: GuardedKind
  /** What it is done to; of one thing one proposal is open at a time. */
  subject: string
  /** What the proposer needs to be allowed. */
  permission: Permission
  /** All that carrying it out needs; no secrets. */
  payload: object
  preview: Preview
  reason: string | undefined
}

export type ApprovalRefusal = 'reason_needed' | 'name_needed' | 'not_permitted'
/** `passed`: do it now, in this transaction. Otherwise nothing is done: the proposal waits. */
export type Passed = { passed: true } | Proposed
/** `voided`: an earlier proposal, or its approval, was of other figures. */
export type Proposed = { passed: false; approvalId: ApprovalId; voided: boolean }

/** Nobody approves, and nobody becomes or stops being one who may, until this transaction ends. */
export const holdApprovals = (trx: Transaction): Promise<void> => lockApprovers(trx)

/**
 * Asked by a verb in its own transaction before it acts. With fewer than two who may approve it passes: one of them, who
 * is alone, gives a reason (the call has asked for the proof). With two, it passes if what is previewed now is what
 * somebody else approved; otherwise it is proposed, and an approval of other figures is void. However it passes, what
 * waited of it is used up.
 */
export async function passApproval(
  trx: Transaction,
  actor: Actor,
  { action, subject, permission, payload, preview, reason = '' }: GuardedAction,
): Promise<Result<Passed, ApprovalRefusal>> {
  await lockApprovers(trx)
  const approvers = await findApprovers(trx)
  if (approvers.length === 1 && reason.trim() === '') return refuse('reason_needed')

  const text = canonical(preview)
  const open = await lockOpenApproval(trx, { action, subject })
  const same = open?.preview === text ? open : undefined
  if (same?.state === 'approved') {
    await endApproval(trx, same.id, 'done')
    await record(trx, actor, 'approval.carried_out', same.id)
    return { ok: true, passed: true }
  }
  if (approvers.length < 2) {
    // It is done without: what waits would let the same pass another time, once there are two again.
    if (open) await voidOpen(trx, actor, open.id)
    return { ok: true, passed: true }
  }
  // A proposal by a sign-in replaces the same one of the command line, which takes two approvals.
  const isSignedIn = actor.kind === 'staff'
  if (same && (same.proposed_by_id !== null || !isSignedIn)) {
    return { ok: true, passed: false, approvalId: same.id, voided: false }
  }
  const proposer = await findProposer(trx, actor)
  if (!proposer) return refuse('name_needed')
  if (!may(proposer.role, permission)) return refuse('not_permitted')
  if (reason.trim() === '') return refuse('reason_needed')
  if (open) await voidOpen(trx, actor, open.id)
  const approvalId = await insertApproval(trx, {
    action,
    subject,
    payload,
    preview: text,
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
  return { ok: true, passed: false, approvalId, voided: open !== undefined && !same }
}

/** Of somebody who may do less from now on: neither what they proposed nor what they approved is carried out any more. */
export async function voidApprovalsOf(trx: Transaction, actor: Actor, staffId: StaffId): Promise<void> {
  for (const { id } of await lockOpenOf(trx, staffId)) await voidOpen(trx, actor, id)
}

async function voidOpen(trx: Transaction, actor: Actor, id: ApprovalId): Promise<void> {
  await endApproval(trx, id, 'void')
  await record(trx, actor, 'approval.voided', id)
}

const record = (trx: Transaction, actor: Actor, action: string, id: ApprovalId) =>
  recordAction(trx, actor, { action, subject: { kind: 'approval', id } })

/** On the command line the person that `--by` names, if they work here; the shell proves nobody (docs/decisions/0111). */
async function findProposer(trx: Transaction, actor: Actor) {
  const email = actor.kind === 'staff' ? actor.email : actor.kind === 'command_line' ? actor.by : undefined
  const staff = email === undefined ? undefined : await findStaffByEmail(trx, email)
  return staff?.active ? staff : undefined
}

/** One text for one set of figures, in whatever order they were named. */
export const canonical = (preview: Preview): string =>
  JSON.stringify(Object.fromEntries(Object.entries(preview).sort(([one], [other]) => (one < other ? -1 : 1))))
