import type { QueueCount } from '#contract/reporting/dashboard.ts'
import { queueLabels } from '#contract/reporting/queue-labels.ts'
import type { Services } from '#server/platform/services.ts'
import { countOpenWork } from './count-open-work.ts'

/**
 * Lists open work as the owner's dashboard counts it (docs/back-office §7). Entries that need no action yet appear only
 * on the dashboard.
 */
export async function listOpenWork(
  services: Pick<Services, 'db' | 'settings'>,
  at: Date,
): Promise<Pick<QueueCount, 'kind' | 'count' | 'more'>[]> {
  const waiting = await countOpenWork(services, { role: 'owner' }, at)
  return waiting
    .filter(({ kind, count }) => count > 0 && queueLabels[kind].navItems !== undefined)
    .map(({ kind, count, more }) => ({ kind, count, more }))
}
