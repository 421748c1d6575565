import { expect, it } from 'vitest'
import { readFailure } from './delivery-outcome.ts'

const classify = (error: object) => readFailure(Object.assign(new Error('no'), error))

it('unsubscribes a mailbox that the server reports as missing', () => {
  const step = { code: 'EENVELOPE', command: 'RCPT TO' }
  const permanentErrors = [
    [550, '550 5.1.1 <ana@example.com>: no such user'],
    [550, '550 5.2.1 disabled'],
    [553, '553-5.1.3 no mailbox'],
    [550, '550 unknown user'],
    [551, '551 not here'],
  ] as const
  for (const [responseCode, response] of permanentErrors) {
    expect(classify({ ...step, responseCode, response })).toMatchObject({ state: 'refused' })
  }
  expect(classify({ ...step, responseCode: 550, response: '550 5.1.1 <ana@example.com>: no such user' }).code).toBe(
    '550 5.1.1',
  )
  expect(classify({ code: 'EENVELOPE', command: 'API', message: 'Invalid recipient "a b"' }).state).toBe('refused')
  expect(classify({ code: 'EMESSAGE', command: 'MAIL FROM' }).state).toBe('failed')
  // Replies about the shop, not the mailbox: otherwise all subscribers would be dropped.
  for (const response of ['550 5.7.1 blocked', '554 5.7.1 you are on a list', '552 5.2.2 over quota']) {
    expect(classify({ ...step, responseCode: Number(response.slice(0, 3)), response }).state).toBe('failed')
  }
  expect(classify({ code: 'EMESSAGE', command: 'DATA', responseCode: 554, response: '554 5.7.1 spam' })).toEqual({
    state: 'failed',
    code: '554 5.7.1',
  })
})

it('retries when it is certain that the email was not accepted', () => {
  const temporaryErrors = [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450, response: '450 4.2.1 later' },
    { code: 'EMESSAGE', command: 'DATA', responseCode: 451, response: '451 busy' },
  ]
  for (const error of temporaryErrors) expect(classify(error)).toMatchObject({ state: 'waiting' })
  for (const error of temporaryErrors) expect(classify(error).server).toBeUndefined()
  const server = [
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 5.7.1 no such sender' },
    { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 wrong' },
    { code: 'ECONNECTION', command: 'CONN', responseCode: 421, response: '421 4.7.0 closing' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 421, response: '421 too many' },
    { code: 'ESOCKET', command: 'CONN', syscall: 'connect' },
    { code: 'EDNS', command: 'CONN', syscall: 'getaddrinfo' },
    { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'CONNECT_TIMEOUT' },
    { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'GREETING_TIMEOUT' },
    { code: 'ENOSPC', syscall: 'open' },
    { code: 'EENVELOPE', command: 'API', message: 'Invalid sender "shop"' },
  ]
  for (const error of server) expect(classify(error)).toMatchObject({ state: 'waiting', server: true })
})

it('treats an email as unknown if its connection broke in between', () => {
  const unknown = [
    { code: 'ECONNECTION', command: 'CONN' },
    { code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' },
    { code: 'ESOCKET', command: 'CONN', syscall: 'read' },
    {},
  ]
  for (const error of unknown) expect(classify(error).state).toBe('unknown')
})
