import type { ResendRefusal } from './resend-mail.ts'

export const resendMessages: Record<ResendRefusal['code'] | 'nothing_to_resend', string> = {
  mail_not_sent: 'This email hasn’t been sent yet. If it failed, retry it.',
  stale: 'Someone else already resent this email. It wasn’t sent twice.',
  nothing_to_resend: 'This email can’t be resent: what it was about no longer exists.',
}
