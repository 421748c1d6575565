import type { ResendRefusal } from './resend-mail.ts'

export function resendSentence(refusal: ResendRefusal | 'nothing_to_write'): string {
  switch (refusal) {
    case 'not_sent':
      return 'This email has not been sent yet. A failed one can be retried.'
    case 'resent_meanwhile':
      return 'Somebody else has already sent this email again. It was not sent twice.'
    case 'nothing_to_write':
      return 'This email cannot be sent again: what it was about no longer exists.'
  }
}
