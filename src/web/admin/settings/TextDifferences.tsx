import type { Texts } from './mail-text-labels.ts'
import { diffLines } from './text-differences.ts'

const lineClasses = { same: '', removed: 'bg-danger-tint', added: 'bg-success-tint' } as const
const spokenPrefixes = { same: '', removed: 'Removed: ', added: 'Added: ' } as const

/** Line diff of the subjects and texts of two versions. */
export const TextDifferences = ({ before, after }: { before: Texts; after: Texts }) => (
  <LineDifferences before={`${before.subject}\n\n${before.body}`} after={`${after.subject}\n\n${after.body}`} />
)

export function LineDifferences({ before, after }: { before: string; after: string }) {
  const lines = diffLines(before, after)
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-muted">No changes.</p>
  return (
    <ul className="min-w-0 text-small">
      {lines.map(({ kind, line }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <li key={index} className={`grid min-h-5 grid-cols-[1rem_minmax(0,1fr)] rounded-sm px-1 ${lineClasses[kind]}`}>
          <span aria-hidden>{kind === 'removed' ? '−' : kind === 'added' ? '+' : ''}</span>
          <span className="break-words">
            {kind !== 'same' && <span className="sr-only">{spokenPrefixes[kind]}</span>}
            {line}
          </span>
        </li>
      ))}
    </ul>
  )
}
