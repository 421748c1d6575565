import type { FastifyInstance } from 'fastify'
import { changesCall } from '#contract/identity/staff-changes.ts'
import { serve } from '#server/http/serve.ts'
import { listRecentEntries } from '#server/identity/audit/list-entries.ts'
import type { Services } from '#server/platform/services.ts'
import { makeStaffPolicies } from './find-staff.ts'

/**
 * Serves the changes that open pages poll every second and a half; every action is in the audit log when it commits.
 */
export function staffChangesRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(app, changesCall, permitted(changesCall), async ({ caller }) => ({
    data: (await listRecentEntries(services.db)).map((entry) => ({
      id: entry.id,
      at: entry.made_at.toISOString(),
      actor: entry.actor_name,
      by_viewer: entry.actor_kind === 'staff' && entry.actor_id === caller.id,
      action: entry.action,
      subject_kind: entry.subject_kind,
      subject_id: entry.subject_id,
    })),
  }))
}
