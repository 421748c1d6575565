import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Personal, StaffBanner } from '#contract/customers/personal.ts'

/** The visitor's part of a page, and the cookie lines that identify a new visitor later. */
export type PersonalPart = { personal: Personal; setCookies: readonly string[]; banner?: StaffBanner | undefined }

export type PersonalParts = {
  /** Returns the visitor's part if it needs no database query; undefined for all others. */
  findWithoutQuery(headers: IncomingHttpHeaders): PersonalPart | undefined
  load(request: FastifyRequest): Promise<PersonalPart>
}
