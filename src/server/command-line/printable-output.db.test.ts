import { describe, expect, it } from 'vitest'
import { commandLineForSuite } from '#test/command-line.ts'
import { makeUser } from '#test/factories.ts'

describe('customer text on the command line', () => {
  const { connection, shop } = commandLineForSuite()

  it('is printed without control characters', async () => {
    const { id, email } = await makeUser(connection().db)
    await connection().pool.query(
      `update users set cosmetology_id = $1, licence_state = 'NJ', licence_expires_on = '2020-01-31' where id = $2`,
      ['N\u001b]0;owned\u0007\u009b2J\r1', id],
    )
    expect(await shop('licence', 'expired')).toEqual({
      code: 0,
      output: expect.stringContaining(`${email}\tNJ N ]0;owned  2J 1\t2020-01-31\t`),
    })
  })
})
