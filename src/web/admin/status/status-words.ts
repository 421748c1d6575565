import type { AdminAnswer } from '#contract/admin-calls.ts'
import type { StateTone } from '../ui/StateDot.tsx'

type Check = AdminAnswer<'status'>['checks'][number]

export const checkNames: Record<Check['check'], string> = {
  mails: 'Emails',
  newsletters: 'Newsletters',
  jobs: 'Background work',
  clean: 'Nightly cleaning',
  backup: 'Backup',
  archiving: 'Point in time',
  verify: 'Nightly check',
  audit: 'Audit log',
  live: 'Figures of months',
  files: 'Pictures and files',
  disk: 'Disk',
}

export const stateWords: Record<Check['state'], { words: string; tone: StateTone }> = {
  well: { words: 'Well', tone: 'good' },
  idle: { words: 'Not yet', tone: 'idle' },
  attention: { words: 'Look at it', tone: 'waiting' },
  broken: { words: 'Broken', tone: 'bad' },
}

/** The page in one sentence. */
export function summaryOf(checks: readonly Pick<Check, 'state'>[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length
  const [broken, attention] = [count('broken'), count('attention')]
  if (broken === 1) return 'One thing is broken and needs somebody now.'
  if (broken > 1) return `${broken} things are broken and need somebody now.`
  if (attention === 1) return 'The shop is at work. One thing deserves a look.'
  if (attention > 1) return `The shop is at work. ${attention} things deserve a look.`
  return 'All is well.'
}
