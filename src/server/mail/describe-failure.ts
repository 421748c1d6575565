const LONGEST = 200

/**
 * Why a mail was not sent, fit for a log: what a mail server says repeats emails, so of it only the codes are taken;
 * of our own errors the words without any email.
 */
export function describeFailure(error: unknown): string {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const known = [code, responseCode, command].filter((part) => part !== undefined)
  if (known.length > 0) return known.join(' ')
  return String(error)
    .slice(0, LONGEST)
    .split(' ')
    .filter((word) => !word.includes('@') && !word.includes('://'))
    .join(' ')
}
