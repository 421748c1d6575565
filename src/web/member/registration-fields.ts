import type { Registration } from '#contract/member.ts'

/** What the form holds whichever choice is made: the fields of both. */
export type RegistrationFields = Omit<Extract<Registration, { franchise: 'Y' }>, 'franchise'> & {
  franchise: Registration['franchise']
}
