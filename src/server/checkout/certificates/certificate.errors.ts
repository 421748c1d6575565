import { fieldProblem, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import type { CertificateRefusal } from './decide-certificate.ts'
import type { SaveCertificateRefusal } from './save-certificate.ts'

export function certificateProblem(refusal: CertificateRefusal | SaveCertificateRefusal): ProblemError {
  const { code } = refusal
  switch (code) {
    case 'not_found':
      return problem(code, 'No member has this email address.')
    case 'state_not_found':
      return fieldProblem(code, 'state', 'Please choose a state from the list.')
    case 'invalid':
      return fieldProblem(code, 'number', 'Enter a certificate number of 1 to 40 characters.')
    case 'certificate_expired':
      return fieldProblem(code, 'expires_on', 'The certificate has expired.')
    case 'reason_required':
      return reasonRequired()
    case 'stale': {
      const { certificates } = refusal
      return problem(code, 'Someone else changed the certificate for this state.', { current: { certificates } })
    }
    case 'certificate_not_found':
      return problem(
        code,
        'No open or approved certificate has this number and expiration date. It may have been reviewed or replaced.',
      )
  }
}
