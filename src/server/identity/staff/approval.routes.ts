import type { FastifyInstance } from 'fastify'
import { approvalsCall, approveCall, refuseApprovalCall, stopResetCall } from '#contract/identity/staff.ts'
import { serve } from '#server/http/serve.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { findApprovals, findPendingApprovals } from './approval.queries.ts'
import { type ApprovableAction, approve, refuseApproval, voidApproval } from './decide-approval.ts'
import { makeStaffPolicies } from './find-staff.ts'
import { presentApproval } from './present-approval.ts'
import { stopReset } from './reset-staff.ts'
import { decisionProblem, staffProblem } from './staff.errors.ts'
import { findPendingResets } from './staff-reset.queries.ts'

/** Serves decisions of a second person, always in that person's own session. */
export function approvalRoutes(app: FastifyInstance, services: Services, actions: readonly ApprovableAction[]): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  type ApprovalQueue = 'pending' | 'proposed' | 'approved' | 'to_approve' | 'mine' | undefined
  function listApprovals(queue: ApprovalQueue, viewer: StaffId) {
    if (queue === undefined) return findApprovals(db)
    if (queue === 'to_approve' || queue === 'mine') return findPendingApprovals(db, { state: queue, viewer })
    return findPendingApprovals(db, queue === 'pending' ? undefined : queue)
  }

  serve(app, approvalsCall, permitted(approvalsCall), async ({ query, caller }) => ({
    approvals: (await listApprovals(query.only, caller.id)).map((approval) => presentApproval(approval, caller.id)),
    resets: (await findPendingResets(db)).map(({ effective_at, ...reset }) => ({
      ...reset,
      effective_at: effective_at.toISOString(),
    })),
  }))

  serve(app, approveCall, permitted(approveCall), async ({ body, caller: { actor } }) => {
    const approved = await inTransaction(db, (trx) => approve(trx, actor, body.approval_id, actions))
    if (approved.ok) return { state: approved.state }
    if (approved.refusal.code === 'approval_outdated')
      await inTransaction(db, (trx) => voidApproval(trx, actor, body.approval_id))
    throw decisionProblem(approved.refusal)
  })

  serve(app, refuseApprovalCall, permitted(refuseApprovalCall), async ({ body, caller }) => {
    const refused = await inTransaction(db, (trx) => refuseApproval(trx, caller.actor, body.approval_id))
    if (!refused.ok) throw decisionProblem(refused.refusal)
    return {}
  })

  serve(app, stopResetCall, permitted(stopResetCall), async ({ body, caller }) => {
    const stopped = await inTransaction(db, (trx) => stopReset(trx, caller.actor, body.staff_reset_id))
    if (!stopped.ok) throw staffProblem(stopped.refusal)
    return {}
  })
}
