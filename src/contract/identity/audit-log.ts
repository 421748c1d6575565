import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { shopDay } from '#contract/base/admin-fields.ts'
import { instant, optionalText, requiredText } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'

/** Filters of the entries; they are combined, and empty ones are ignored. */
export const AuditQuery = z.object({
  /** A kind and an id: `order:100001`. */
  subject: z.optional(requiredText(shopMessages.malformed).check(z.regex(/^[a-z_]+:./u, shopMessages.malformed))),
  /** Part of the acting person's name. */
  actor: optionalText(),
  /** Prefix of the action. */
  action: optionalText(),
  /** In the shop's time zone. */
  day: z.optional(shopDay),
  /** Returns the entries before this number. */
  before: z.optional(
    z.coerce.number<string | number>(shopMessages.malformed).check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)),
  ),
})

const Fields = z.optional(z.record(z.string(), z.unknown()))
export const AuditLogEntry = z.object({
  number: z.number(),
  at: instant,
  /** `staff`, `customer`, `command line` or `system`. */
  actor_kind: z.string(),
  actor: z.string(),
  role: z.nullable(z.string()),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** The number of the member or the email of the staff account that it is about. */
  subject_name: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  /** Whether its content was erased with the person it was about. */
  erased: z.boolean(),
  from: z.optional(z.string()),
  before: Fields,
  after: Fields,
  reason: z.optional(z.string()),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

export const auditLogCall = defineAdminCall('auditLog', {
  summary: 'Lists audit log entries, newest first, by subject, person, action or day',
  permission: 'audit.read',
  query: AuditQuery,
  responses: {
    200: z.object({
      data: z.array(AuditLogEntry),
      /** The number of the member or the email of the staff account in `subject`. */
      subject_name: z.nullable(z.string()),
      /** Value for `before`; null if there are no older entries. */
      next: z.nullable(z.number()),
    }),
  },
  errors: [422],
})
export const auditExportCall = defineAdminCall('auditExport', {
  summary: 'Exports the audit log as CSV',
  permission: 'audit.export',
  freshProof: true,
  responses: { 200: z.string() },
  contentType: 'text/csv; charset=utf-8',
})
