const MAX_LENGTH = 200

/**
 * Describes why an email was not sent, for a log. Messages of a mail server repeat addresses, so only their codes
 * are used; messages of our own errors are used with addresses removed.
 */
export function describeFailure(error: unknown): string {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const codes = [code, responseCode, command].filter((part) => part !== undefined)
  if (codes.length > 0) return codes.join(' ')
  return String(error)
    .slice(0, MAX_LENGTH)
    .split(' ')
    .filter((word) => !word.includes('@') && !word.includes('://'))
    .join(' ')
}
