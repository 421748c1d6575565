import type { AdminResponse } from '#contract/admin-calls.ts'
import type { StateTone } from '../ui/StateDot.tsx'

type Check = AdminResponse<'status'>['checks'][number]

export const checkNames: Record<Check['check'], string> = {
  mails: 'Emails',
  newsletters: 'Newsletters',
  jobs: 'Background work',
  clean: 'Nightly cleanup',
  backup: 'Backup',
  archiving: 'Point-in-time recovery',
  verify: 'Nightly check',
  audit: 'Audit log',
  live: 'Month figures',
  files: 'Pictures and files',
  disk: 'Disk',
}

export const stateLabels: Record<Check['state'], { label: string; tone: StateTone }> = {
  ok: { label: 'OK', tone: 'good' },
  unknown: { label: 'Not yet', tone: 'idle' },
  warning: { label: 'Attention', tone: 'waiting' },
  critical: { label: 'Broken', tone: 'bad' },
}

/** Summary of all checks in one sentence. */
export function summaryOf(checks: readonly Pick<Check, 'state'>[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length
  const [broken, attention] = [count('critical'), count('warning')]
  if (broken === 1) return 'One item is broken and needs attention now.'
  if (broken > 1) return `${broken} items are broken and need attention now.`
  if (attention === 1) return 'The shop is running. One item needs attention.'
  if (attention > 1) return `The shop is running. ${attention} items need attention.`
  return 'Everything is OK.'
}
