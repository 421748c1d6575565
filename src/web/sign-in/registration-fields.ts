import type { Registration } from '#contract/sign-in.ts'

/** The fields of both kinds of registration, whichever is chosen. */
export type RegistrationFields = Omit<Extract<Registration, { franchise: 'Y' }>, 'franchise'> & {
  franchise: Registration['franchise']
}
