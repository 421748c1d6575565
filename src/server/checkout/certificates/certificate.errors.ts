import { serverMessages } from '#contract/base/server-messages.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { CertificateRefusal } from './decide-certificate.ts'
import type { SaveCertificateRefusal } from './save-certificate.ts'

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })

export function certificateProblem({ code }: CertificateRefusal | SaveCertificateRefusal): ProblemError {
  switch (code) {
    case 'user_not_found':
      return problem(404, 'No member has this email address.')
    case 'state_not_found':
      return at('state', 'Please choose a state from the list.')
    case 'number_required':
      return at('number', 'Enter a certificate number of 1 to 40 characters.')
    case 'expired':
      return at('expires_on', 'The certificate has expired.')
    case 'reason_required':
      return at('reason', serverMessages.reasonRequired)
    case 'stale':
      return problem(409, 'Someone else added or reviewed a certificate for this state. Check it first.')
    case 'certificate_not_found':
      return problem(
        409,
        'No open or approved certificate has this number and expiry date. It may have been reviewed or replaced.',
      )
  }
}
