import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { errorStatuses } from '#contract/errors.ts'
import { LockTimeoutError } from '#server/platform/database/lock-timeout-error.ts'
import { StoreUnavailable } from '#server/platform/files/file-store.ts'
import { fieldProblem, handleErrors, problem, TooManyRequestsError, toProblem } from './errors.ts'

async function respondTo(error: unknown) {
  const app = Fastify()
  handleErrors(app, async () => {})
  app.get('/', () => Promise.reject(error))
  const response = await app.inject('/')
  return { ...response.json(), retryAfter: response.headers['retry-after'] }
}

it('a refusal is sent with its code, the status of the code, and what it adds', async () => {
  expect(await respondTo(problem('stale', 'Someone else changed this.', { current: { version: '2' } }))).toEqual({
    code: 'stale',
    title: 'Conflict',
    status: 409,
    detail: 'Someone else changed this.',
    current: { version: '2' },
  })
  expect(await respondTo(fieldProblem('invalid', 'name', 'Enter a name.'))).toMatchObject({
    ...{ code: 'invalid', status: 422, detail: 'Enter a name.' },
    errors: { name: 'Enter a name.' },
  })
  expect(await respondTo(new TooManyRequestsError(7))).toMatchObject({
    ...{ code: 'too_many_requests', status: 429 },
    retryAfter: '7',
  })
})

it.each([
  ['locked', 409, new LockTimeoutError('Someone else is changing this.')],
  ['unavailable', 503, new StoreUnavailable('no answer')],
  ['unavailable', 503, Object.assign(new Error('no space'), { code: 'ENOSPC' })],
  ['unavailable', 503, Object.assign(new Error('busy'), { statusCode: 503 })],
  ['too_large', 413, Object.assign(new Error('too large'), { statusCode: 413 })],
  ['fault', 500, new Error('a bug')],
  ['malformed', 400, Object.assign(new Error('bad JSON'), { statusCode: 400 })],
])('%s, %i', async (code, status, error) => {
  expect(await respondTo(error)).toMatchObject({ code, status })
})

it.each([
  ['malformed', 400],
  ['method_not_allowed', 405],
  ['too_slow', 408],
  ['too_large', 413],
  ['url_too_long', 414],
  ['wrong_type', 415],
  ['expectation_failed', 417],
  ['too_many_requests', 429],
  ['headers_too_large', 431],
  ['unavailable', 503],
] as const)('%s describes the status %i', (code, status) => {
  expect(toProblem(status)).toMatchObject({ code, status, title: expect.not.stringContaining('Error') })
  expect(errorStatuses[code]).toBe(status)
})
