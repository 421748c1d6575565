import * as z from 'zod/mini'
import type { Approval } from '#contract/identity/staff.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { StoredApproval } from './approval.queries.ts'
import { formatApprovalTitle } from './approval-title.ts'

export function presentApproval(stored: StoredApproval, viewer: StaffId): Approval {
  const { id, action, subject, preview, payload, reason, proposed_by, proposed_by_id, proposed_at, state } = stored
  const { first_approved_by, first_approved_by_id, decided_by, decided_at } = stored
  return {
    id,
    action,
    subject,
    title: formatApprovalTitle(stored),
    preview: Object.entries(JSON.parse(preview) as object).map(([name, value]) => presentFigure(name, value, payload)),
    reason,
    proposed_by,
    proposed_at: proposed_at.toISOString(),
    state,
    decided_by,
    decided_at: decided_at?.toISOString() ?? null,
    proposed_by_viewer: proposed_by_id === viewer,
    requires_two_approvers: proposed_by_id === null,
    first_approved_by,
    approved_by_viewer: first_approved_by_id === viewer,
  }
}

const ReferencePayload = z.object({ reference: z.string() })

/**
 * A reference names people and where the money goes. The preview remains when they are erased, so it contains only a
 * hash; the text is read from the payload while it exists.
 */
function presentFigure(name: string, value: unknown, payload: unknown): Approval['preview'][number] {
  const parsed = name === 'hash of the reference' ? ReferencePayload.safeParse(payload) : undefined
  return parsed?.success ? { name: 'reference', value: parsed.data.reference } : { name, value: String(value) }
}
