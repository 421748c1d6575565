import { serverMessages } from '#contract/server-messages.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { CertificateRefusal } from './decide-certificate.ts'
import type { SaveCertificateRefusal } from './save-certificate.ts'

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })

export function certificateProblem({ code }: CertificateRefusal | SaveCertificateRefusal): ProblemError {
  switch (code) {
    case 'unknown_user':
      return problem(404, 'There is no member with this email address.')
    case 'unknown_state':
      return at('state', 'There is no such state.')
    case 'no_number':
      return at('number', 'The number of a certificate has 1 to 40 characters.')
    case 'expired':
      return at('expires_on', 'The certificate has expired.')
    case 'no_reason':
      return at('reason', serverMessages.reasonMissing)
    case 'entered_meanwhile':
      return problem(
        409,
        'Another certificate is now waiting for this state: somebody has entered or decided one meanwhile. Please look at it first.',
      )
    case 'no_certificate':
      return problem(
        409,
        'There is no certificate with this number and last day that waits or counts; it may have been decided or replaced meanwhile.',
      )
  }
}
