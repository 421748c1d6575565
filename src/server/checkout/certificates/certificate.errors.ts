import { serverMessages } from '#contract/base/server-messages.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { CertificateRefusal } from './decide-certificate.ts'
import type { SaveCertificateRefusal } from './save-certificate.ts'

const fieldError = (field: string, message: string): ProblemError => problem(422, message, { [field]: message })

export function certificateProblem({ code }: CertificateRefusal | SaveCertificateRefusal): ProblemError {
  switch (code) {
    case 'user_not_found':
      return problem(404, 'No member has this email address.')
    case 'state_not_found':
      return fieldError('state', 'Please choose a state from the list.')
    case 'number_required':
      return fieldError('number', 'Enter a certificate number of 1 to 40 characters.')
    case 'expired':
      return fieldError('expires_on', 'The certificate has expired.')
    case 'reason_required':
      return fieldError('reason', serverMessages.reasonRequired)
    case 'stale':
      return problem(409, 'Someone else added or reviewed a certificate for this state. Check it first.')
    case 'certificate_not_found':
      return problem(
        409,
        'No open or approved certificate has this number and expiration date. It may have been reviewed or replaced.',
      )
  }
}
