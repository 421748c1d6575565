import type { Approval } from '#contract/staff.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { StoredApproval } from './approval.queries.ts'
import { approvalTitle } from './approval-title.ts'

export function presentApproval(stored: StoredApproval, viewer: StaffId): Approval {
  const { id, action, subject, preview, reason, proposed_by, proposed_by_id, proposed_at, state } = stored
  const { decided_by, decided_at } = stored
  return {
    id,
    action,
    subject,
    title: approvalTitle(stored),
    preview: Object.entries(JSON.parse(preview) as object).map(([name, value]) => ({ name, value: String(value) })),
    reason,
    proposed_by,
    proposed_at: proposed_at.toISOString(),
    state,
    decided_by,
    decided_at: decided_at?.toISOString() ?? null,
    own: proposed_by_id === viewer,
  }
}
