import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { shopMessages } from '#contract/base/messages.ts'
import type { Problem } from '#contract/base/problem.ts'
import { LockTimeoutError } from '#server/platform/database/lock-timeout-error.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { JobDroppedError } from '#server/platform/fair-queue.ts'
import { isDiskFull } from '#server/platform/files/file-error.ts'
import { StoreUnavailable } from '#server/platform/files/file-store.ts'

type Extras = Pick<
  Problem,
  'order_total' | 'balance' | 'steps_taken' | 'notes' | 'version' | 'due_on' | 'present' | 'contact' | 'remaining'
>

/** A refusal thrown by a route; the caller receives it as problem+json. */
export class ProblemError extends Error {
  readonly status: number
  readonly errors: Record<string, string> | undefined
  /** Members of the response besides the standard ones of problem+json. */
  readonly extras: Extras
  constructor(status: number, detail: string, errors?: Record<string, string>, extras: Extras = {}) {
    super(detail)
    this.status = status
    this.errors = errors
    this.extras = extras
  }
}

/** Responds with 429 and the number of seconds to wait. */
export class TooManyRequestsError extends ProblemError {
  readonly retryAfter: number
  constructor(retryAfter: number, message = MESSAGES[429] as string) {
    super(429, message)
    this.retryAfter = retryAfter
  }
}

export const problem = (status: number, detail: string, errors?: Record<string, string>): ProblemError =>
  new ProblemError(status, detail, errors)

/** Missing resources and those of other accounts give the same response (docs/product §2.4). */
export const notFound = (): ProblemError => new ProblemError(404, 'We couldn’t find that.')

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

const MESSAGES: Record<number, string> = {
  413: 'This is larger than the shop accepts.',
  408: 'The request took too long to arrive.',
  414: 'This URL is too long.',
  415: 'The shop does not read this type of content.',
  429: 'Too many requests. Please wait a moment and try again.',
  431: 'The headers of this request are larger than the shop accepts.',
  503: 'We’re having trouble right now. Please try again in a moment.',
}

const DISK_FULL = 'We can’t save changes right now. Please try again in a moment.'
const STORE_UNAVAILABLE = 'We can’t load pictures and files right now. Please try again in a moment.'

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
      const { status, message, errors, extras } = error
      return respond(request, reply, {
        title: title(status),
        status,
        detail: message,
        ...(errors && { errors }),
        ...extras,
      })
    }
    if (error instanceof LockTimeoutError) {
      return respond(request, reply, { title: title(409), status: 409, detail: error.message })
    }
    // A socket error looks like a database error; there is no client left to read the response.
    if (hasHungUp(request) || error instanceof JobDroppedError) {
      request.log.info('the client hung up')
      return respond(request, reply, toProblem(400))
    }
    if (isOutage(error)) {
      request.log.error({ err: error }, 'database out of reach')
      return respond(request, reply, { title: title(503), status: 503, detail: messageFor(503) })
    }
    if (isDiskFull(error)) {
      request.log.error({ err: error }, 'the disk is full')
      return respond(request, reply, { title: title(503), status: 503, detail: DISK_FULL })
    }
    if (error instanceof StoreUnavailable) {
      request.log.error({ err: error }, 'file store out of reach')
      return respond(request, reply, { title: title(503), status: 503, detail: STORE_UNAVAILABLE })
    }
    const status = error.statusCode
    if (status !== undefined && status >= 400 && status < 500) {
      return respond(request, reply, { title: title(status), status, detail: messageFor(status) })
    }
    if (status === 503) {
      return respond(request, reply, {
        title: title(503),
        status: 503,
        detail: 'We’re very busy right now. Please try again in a moment.',
      })
    }
    request.log.error({ err: error }, 'fault')
    return respond(request, reply, {
      title: title(500),
      status: 500,
      detail: `${shopMessages.tryAgain} (request ${request.id})`,
      request_id: request.id,
    })
  })

  app.setNotFoundHandler((request, reply) =>
    respond(request, reply, { title: title(404), status: 404, detail: notFound().message }),
  )
  return respond
}

/** Reports whether the client disconnected before its request had arrived completely. */
const hasHungUp = ({ raw }: FastifyRequest): boolean => raw.errored != null && !raw.complete

const title = (status: number): string => TITLES[status] ?? 'Error'
export const messageFor = (status: number): string => MESSAGES[status] ?? shopMessages.malformed

export const toProblem = (status: number): Problem => ({ title: title(status), status, detail: messageFor(status) })

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
