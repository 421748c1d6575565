import type { FastifyInstance } from 'fastify'
import { changesCall } from '#contract/staff-changes.ts'
import { listRecentEntries } from '#server/audit/list-entries.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { makeStaffPolicies } from './find-staff.ts'

/** What pages that are open ask every second and a half: whatever anybody does is in the audit log by its commit. */
export function staffChangesRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, changesCall, permitted(changesCall), async ({ who }) => ({
    data: (await listRecentEntries(services.db)).map((entry) => ({
      id: entry.id,
      at: entry.made_at.toISOString(),
      who: entry.actor_name,
      own: entry.actor_kind === 'staff' && entry.actor_id === who.id,
      action: entry.action,
      subject_kind: entry.subject_kind,
      subject_id: entry.subject_id,
    })),
  }))
}
