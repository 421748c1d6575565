const LONGEST = 200

/**
 * Describes why an email was not sent, fit for a log. Messages of a mail server repeat addresses, so only their codes
 * are used; messages of our own errors are used with addresses removed.
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
