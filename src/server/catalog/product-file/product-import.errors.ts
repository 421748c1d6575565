import type { Refusal } from '#domain/result.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { ChangedSince } from './undo-product-import.ts'

/** `current` is the import as it is now. */
export function startImportProblem(
  { code }: Refusal<'not_found' | 'stale' | 'unchanged' | 'confirmation_required'>,
  current: () => unknown,
): ProblemError {
  switch (code) {
    case 'not_found':
      return notFound()
    case 'stale':
      return problem(code, 'Products have changed since the preview, so nothing was imported. Check the new preview.', {
        current: current(),
      })
    case 'unchanged':
      return problem(code, 'The file changes nothing.')
    case 'confirmation_required': {
      const detail = 'Confirm that customers can order these products for $0.00.'
      return problem(code, detail, { errors: { confirmed: detail } })
    }
  }
}

export function undoImportProblem(
  refusal: Refusal<'not_found' | 'stale'> | ChangedSince,
  current: () => unknown,
): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'stale':
      return problem('stale', 'This import can’t be undone now.', { current: current() })
    case 'changed_since_import':
      return problem('changed_since_import', describeChangedSince(refusal))
  }
}

export const notNow = (current: unknown): ProblemError =>
  problem('stale', 'The import has gone on since. Nothing was changed.', { current })

function describeChangedSince({ count, names }: ChangedSince): string {
  const others = count - names.length
  const listed = [
    ...names.map((name) => `“${name}”`),
    ...(others > 0 ? [`${others.toLocaleString('en-US')} more`] : []),
  ]
  const list = new Intl.ListFormat('en-US').format(listed)
  return count === 1
    ? `The import can’t be undone, because ${list} has changed since. Restore the others from their history.`
    : `The import can’t be undone, because ${list} have changed since. Restore the others from their history.`
}
