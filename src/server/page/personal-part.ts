import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Personal, SignedInAs } from '#contract/personal.ts'

/** The visitor's own part of a page, and the cookie lines by which a new visitor is recognised later. */
export type PersonalPart = { personal: Personal; setCookies: readonly string[]; signedInAs?: SignedInAs | undefined }

export type PersonalParts = {
  /** The part of a visitor for whom the database need not be asked; undefined for all others. */
  atOnce(headers: IncomingHttpHeaders): PersonalPart | undefined
  of(request: FastifyRequest): Promise<PersonalPart>
}
