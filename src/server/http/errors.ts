import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { shopMessages } from '#contract/base/messages.ts'
import type { Problem } from '#contract/base/problem.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { type ErrorCode, errorStatuses } from '#contract/errors.ts'
import { LockTimeoutError } from '#server/platform/database/lock-timeout-error.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { JobDroppedError } from '#server/platform/fair-queue.ts'
import { isDiskFull } from '#server/platform/files/file-error.ts'
import { StoreUnavailable } from '#server/platform/files/file-store.ts'

type Extras = Partial<Pick<Problem, 'errors' | 'current' | 'order_total' | 'remaining'>>

/** A refusal thrown by a route; the caller receives it as problem+json. */
export class ProblemError extends Error {
  readonly code: ErrorCode
  /** Members of the response besides the required ones. */
  readonly extras: Extras
  constructor(code: ErrorCode, detail: string, extras: Extras = {}) {
    super(detail)
    this.code = code
    this.extras = extras
  }
}

/** Responds with 429 and the number of seconds to wait. */
export class TooManyRequestsError extends ProblemError {
  readonly retryAfter: number
  constructor(
    retryAfter: number,
    message = 'Too many requests. Please wait a moment and try again.',
    code: ErrorCode = 'too_many_requests',
  ) {
    super(code, message)
    this.retryAfter = retryAfter
  }
}

export const problem = (code: ErrorCode, detail: string, extras?: Extras): ProblemError =>
  new ProblemError(code, detail, extras)

/** A refusal whose message belongs to one field of the request. */
export const fieldProblem = (code: ErrorCode, field: string, detail: string): ProblemError =>
  new ProblemError(code, detail, { errors: { [field]: detail } })

export const reasonRequired = (): ProblemError =>
  fieldProblem('reason_required', 'reason', serverMessages.reasonRequired)

/** Missing resources and those of other accounts give the same response (docs/product §2.4). */
export const notFound = (): ProblemError => new ProblemError('not_found', 'We couldn’t find that.')

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  414: 'Too long',
  415: 'Wrong type',
  417: 'Expectation failed',
  422: 'Invalid',
  429: 'Too many requests',
  431: 'Too large',
  500: 'Fault',
  503: 'Not available',
}

/** Codes and messages of errors that the framework reports as a status. */
const FRAMEWORK_ERRORS: Record<number, { code: ErrorCode; detail: string }> = {
  405: { code: 'method_not_allowed', detail: shopMessages.malformed },
  408: { code: 'too_slow', detail: 'The request took too long to arrive.' },
  413: { code: 'too_large', detail: 'This is larger than the shop accepts.' },
  414: { code: 'url_too_long', detail: 'This URL is too long.' },
  415: { code: 'wrong_type', detail: 'The shop does not read this type of content.' },
  417: { code: 'expectation_failed', detail: shopMessages.malformed },
  429: { code: 'too_many_requests', detail: 'Too many requests. Please wait a moment and try again.' },
  431: { code: 'headers_too_large', detail: 'The headers of this request are larger than the shop accepts.' },
  503: { code: 'unavailable', detail: 'We’re having trouble right now. Please try again in a moment.' },
}

const DISK_FULL = 'We can’t save changes right now. Please try again in a moment.'
const STORE_UNAVAILABLE = 'We can’t load pictures and files right now. Please try again in a moment.'
const BUSY = 'We’re very busy right now. Please try again in a moment.'

/** Sends an error page to a browser that navigated; the page module supplies one that renders a real page. */
export type SendErrorPage = (request: FastifyRequest, reply: FastifyReply, body: Problem) => Promise<unknown>

type Respond = (request: FastifyRequest, reply: FastifyReply, body: Problem) => unknown

/** Registers the only place where an error becomes a response. */
export function handleErrors(app: FastifyInstance, sendErrorPage: SendErrorPage): Respond {
  const respond: Respond = (request, reply, body) => {
    reply.code(body.status).header('cache-control', 'private, no-store')
    if (body.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5')
    if (wantsPage(request)) return sendErrorPage(request, reply, body)
    return reply.type('application/problem+json').send(JSON.stringify(body))
  }

  app.setErrorHandler((error: FastifyError | ProblemError, request, reply) => {
    if (error instanceof ProblemError) {
      if (error instanceof TooManyRequestsError) reply.header('retry-after', String(error.retryAfter))
      return respond(request, reply, describe(error.code, error.message, error.extras))
    }
    if (error instanceof LockTimeoutError) return respond(request, reply, describe('locked', error.message))
    // A socket error looks like a database error; there is no client left to read the response.
    if (hasHungUp(request) || error instanceof JobDroppedError) {
      request.log.info('the client hung up')
      return respond(request, reply, toProblem(400))
    }
    if (isOutage(error)) {
      request.log.error({ err: error }, 'database out of reach')
      return respond(request, reply, toProblem(503))
    }
    if (isDiskFull(error)) {
      request.log.error({ err: error }, 'the disk is full')
      return respond(request, reply, describe('unavailable', DISK_FULL))
    }
    if (error instanceof StoreUnavailable) {
      request.log.error({ err: error }, 'file store out of reach')
      return respond(request, reply, describe('unavailable', STORE_UNAVAILABLE))
    }
    const status = error.statusCode
    if (status !== undefined && status >= 400 && status < 500) return respond(request, reply, toProblem(status))
    if (status === 503) return respond(request, reply, describe('unavailable', BUSY))
    request.log.error({ err: error }, 'fault')
    return respond(request, reply, {
      ...describe('fault', `${shopMessages.tryAgain} (request ${request.id})`),
      request_id: request.id,
    })
  })

  app.setNotFoundHandler((request, reply) => respond(request, reply, describe('not_found', notFound().message)))
  return respond
}

/** Reports whether the client disconnected before its request had arrived completely. */
const hasHungUp = ({ raw }: FastifyRequest): boolean => raw.errored != null && !raw.complete

function describe(code: ErrorCode, detail: string, extras?: Extras): Problem {
  const status = errorStatuses[code]
  return { code, title: TITLES[status] ?? 'Error', status, detail, ...extras }
}

/** Describes an error of which only the status is known. */
export function toProblem(status: number): Problem {
  const { code, detail } = FRAMEWORK_ERRORS[status] ?? { code: 'malformed', detail: shopMessages.malformed }
  return { ...describe(code, detail), title: TITLES[status] ?? 'Error', status }
}

/** The first one applies to clients that accept anything. */
const REPRESENTATIONS = ['application/json', 'application/problem+json', 'text/html']
/** Browsers send about two hundred characters. */
const MAX_ACCEPT_LENGTH = 1_000

/** Distinguishes a browser's navigation or a plain form from a script or another program, by the weights in `Accept`. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { accept } = headers
  // Our own scripts send the first of these.
  if (accept === 'application/json' || accept === undefined || accept.length > MAX_ACCEPT_LENGTH) return false
  return new Negotiator({ headers: { accept } }).mediaType(REPRESENTATIONS) === 'text/html'
}
