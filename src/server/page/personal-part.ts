import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Personal } from '#contract/personal.ts'

/** The visitor's own part of a page, and the cookie lines that make a new visitor known again. */
export type PersonalPart = { personal: Personal; setCookies: readonly string[] }

export type PersonalParts = {
  /** Of a visitor about whom there is nothing to ask the database; undefined for all others. */
  atOnce(headers: IncomingHttpHeaders): PersonalPart | undefined
  of(request: FastifyRequest): Promise<PersonalPart>
}
