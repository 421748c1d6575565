import type { Registration } from '#contract/customers/sign-in.ts'

/** Fields of both kinds of registration, whichever is selected. */
export type RegistrationFields = Omit<Extract<Registration, { franchise: 'Y' }>, 'franchise'> & {
  franchise: Registration['franchise']
}
