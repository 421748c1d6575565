import type { FastifyInstance } from 'fastify'
import { auditExportCall, auditLogCall } from '#contract/identity/audit-log.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { makeStaffPolicies } from '../staff/find-staff.ts'
import { streamEntries } from './export-entries.ts'
import { listNamedEntries, MAX_ENTRIES, readSubjectName } from './list-entries.ts'
import { presentEntry } from './present-entry.ts'
import { sendExport } from './send-export.ts'

/** Serves the audit log (docs/back-office §2): managers search it, owners export it. */
export function auditLogRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, auditLogCall, permitted(auditLogCall), async ({ query: { subject, actor, action, day, before } }) => {
    const [, kind = '', id = ''] = /^([^:]+):(.+)$/su.exec(subject ?? '') ?? []
    const filter = {
      subject: kind === '' ? undefined : { kind, id },
      by: actor || undefined,
      action: action || undefined,
      day,
    }
    const entries = await listNamedEntries(db, filter, before)
    return {
      data: entries.map(presentEntry),
      subject_name: kind === '' ? null : await readSubjectName(db, { kind, id }),
      next: entries.length < MAX_ENTRIES ? null : (entries.at(-1)?.id ?? null),
    }
  })

  serve(app, auditExportCall, permitted(auditExportCall), ({ caller, reply }) =>
    sendExport(db, reply, {
      actor: caller.actor,
      entry: { action: 'audit_entries.exported', subject: { kind: 'shop', id: 'audit entries' } },
      name: `audit-${new Date().toISOString().slice(0, 10)}`,
      lines: streamEntries(db),
    }),
  )
}
