import type { Refusal } from '#domain/result.ts'
import type { ResendRefusal } from './resend-mail.ts'

export function resendMessage(refusal: Refusal<'nothing_to_write'> | ResendRefusal): string {
  switch (refusal.code) {
    case 'not_sent':
      return 'This email hasn’t been sent yet. If it failed, retry it.'
    case 'stale':
      return 'Someone else already resent this email. It wasn’t sent twice.'
    case 'nothing_to_write':
      return 'This email can’t be resent: what it was about no longer exists.'
  }
}
