import type { AuditLogEntry } from '#contract/identity/audit-log.ts'
import type { ListedEntry } from './list-entries.ts'

export const presentEntry = (entry: ListedEntry): AuditLogEntry => ({
  number: entry.id,
  at: entry.made_at.toISOString(),
  actor_kind: entry.actor_kind,
  actor: entry.actor_name,
  role: entry.role,
  action: entry.action,
  subject_kind: entry.subject_kind,
  subject_id: entry.subject_id,
  subject_name: entry.subject_name,
  request_id: entry.request_id,
  erased: entry.payload === null,
  ...entry.payload,
})
