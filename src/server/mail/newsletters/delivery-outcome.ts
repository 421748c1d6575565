import type { DeliveryOutcome } from './delivery.queries.ts'

export type Failure = Pick<DeliveryOutcome, 'state' | 'code' | 'server'>

type MailError = {
  message: string
  code?: string
  command?: string
  responseCode?: number
  response?: string
  syscall?: string
  timeoutType?: string
}

const PRE_MESSAGE_COMMANDS = /^(EHLO|HELO|LHLO|STARTTLS|AUTH|MAIL FROM)/
/** Enhanced status codes (RFC 3463) for a bad mailbox, or one that no longer accepts mail. */
const NO_MAILBOX = /^5\d\d[ -]5\.(1\.[1-36]|1\.10|2\.1)\b/
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/
const NO_MAILBOX_WITHOUT_STATUS = [550, 551, 553]
/** Errors of our own machine, before anything was sent. */
const UNREACHED_TIMEOUTS = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']
const UNREACHED_CODES = ['EDNS', 'EAUTH', 'ETLS', 'EREQUIRETLS']

/**
 * Classifies a failed attempt. An email is retried only if it is certain that it was not accepted: the server rejected
 * it or was never reached. If the connection broke in between, the outcome is unknown.
 */
export function readFailure(error: unknown): Failure {
  const { message, code, command = '', responseCode, response = '', syscall, timeoutType = '' } = error as MailError
  const status = ENHANCED.exec(response)?.[1]
  const statusText = [responseCode, status, responseCode === undefined ? code : undefined].filter(Boolean).join(' ')
  if (responseCode !== undefined) {
    if (responseCode === 421 || PRE_MESSAGE_COMMANDS.test(command) || command === 'CONN') {
      return { state: 'waiting', code: statusText, server: true }
    }
    if (responseCode < 500) return { state: 'waiting', code: statusText }
    const isMailbox =
      command === 'RCPT TO' &&
      (status === undefined ? NO_MAILBOX_WITHOUT_STATUS.includes(responseCode) : NO_MAILBOX.test(response))
    return { state: isMailbox ? 'refused' : 'failed', code: statusText }
  }
  if (code === 'EMESSAGE') return { state: 'failed', code: statusText }
  // Raised before any server was reached: the recipient's address, or the shop's own, is invalid.
  if (code === 'EENVELOPE') {
    return /recipient/i.test(message)
      ? { state: 'refused', code: statusText }
      : { state: 'waiting', code: statusText, server: true }
  }
  const isUnreached =
    UNREACHED_TIMEOUTS.includes(timeoutType) || UNREACHED_CODES.includes(code ?? '') || syscall !== undefined
  const isReset = syscall === 'read' || syscall === 'write'
  return isUnreached && !isReset
    ? { state: 'waiting', code: statusText, server: true }
    : { state: 'unknown', code: statusText }
}
