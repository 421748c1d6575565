import type { ResendRefusal } from './resend-mail.ts'

export function resendSentence(refusal: ResendRefusal | 'nothing_to_write'): string {
  switch (refusal) {
    case 'not_sent':
      return 'This email has not been sent yet. One that was given up can be tried again.'
    case 'resent_meanwhile':
      return 'Somebody has sent this email again meanwhile. Nothing more was sent.'
    case 'nothing_to_write':
      return 'There is nothing to write about any more: what this email was about has ended.'
  }
}
