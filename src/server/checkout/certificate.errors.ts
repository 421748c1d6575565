import { serverMessages } from '#contract/server-messages.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { CertificateRefusal } from './decide-certificate.ts'
import type { SaveCertificateRefusal } from './save-certificate.ts'

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })

export function certificateProblem({ code }: CertificateRefusal | SaveCertificateRefusal): ProblemError {
  switch (code) {
    case 'unknown_user':
      return problem(404, 'No member has this email address.')
    case 'unknown_state':
      return at('state', 'Please choose a state from the list.')
    case 'no_number':
      return at('number', 'Enter a certificate number of 1 to 40 characters.')
    case 'expired':
      return at('expires_on', 'The certificate has expired.')
    case 'no_reason':
      return at('reason', serverMessages.reasonMissing)
    case 'entered_meanwhile':
      return problem(409, 'Someone else added or reviewed a certificate for this state. Check it first.')
    case 'no_certificate':
      return problem(
        409,
        'No open or approved certificate has this number and expiry date. It may have been reviewed or replaced.',
      )
  }
}
