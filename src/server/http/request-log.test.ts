import { expect, it } from 'vitest'
import { loggerOptions } from './request-log.ts'

it('logs the origin of an error without personal data from its message', () => {
  const cause = new TypeError('550 no mailbox\nann@example.com')
  const logged = loggerOptions('info').serializers?.err?.(
    Object.assign(new Error('job mail failed', { cause }), { code: 'X', statusCode: 500 }),
  )
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'job mail failed',
    cause: expect.stringMatching(/^TypeError\n {4}at .*request-log/),
  })
  expect(JSON.stringify(logged)).not.toContain('ann@example.com')
})

it('logs the origin of each of several errors of one job', () => {
  const cause = new AggregateError(
    [new TypeError('ann@example.com'), new RangeError('bob@example.com')],
    'ann, and more',
  )
  const logged = loggerOptions('info').serializers?.err?.(
    Object.assign(new Error('job clean failed', { cause }), { code: 'X', statusCode: 500 }),
  )
  const stackPattern = (kind: string) => `${kind}\\n {4}at .*request-log[^]*`
  expect(logged).toMatchObject({
    cause: expect.stringMatching(
      new RegExp(`^${stackPattern('AggregateError')}${stackPattern('TypeError')}${stackPattern('RangeError')}$`),
    ),
  })
  expect(JSON.stringify(logged)).not.toMatch(/@example|ann,/)
})
