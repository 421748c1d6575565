import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { acceptTerms } from './accept-terms.ts'
import { publishTerms } from './publish-terms.ts'

const owner = { kind: 'command_line' } as const

databaseTest('the terms', (connection) => {
  it('are published by version, and registering accepts the version that was shown', async () => {
    const { db } = connection()
    const publish = (text: string) => inTransaction(db, (trx) => publishTerms(trx, owner, { text }))
    const accepted = async (shown?: number) => {
      const { id } = await makeUser(db)
      await inTransaction(db, (trx) => acceptTerms(trx, id, shown))
      const { rows } = await sql<{ version: number }>`
        select version from terms_acceptances where user_id = ${id}`.execute(db)
      return rows.map(({ version }) => version)
    }
    expect(await accepted()).toEqual([])
    expect(await publish(' ')).toEqual({ ok: false, refusal: { code: 'invalid' } })
    expect(await publish('Be kind.\n')).toEqual({ ok: true, version: 1 })
    expect(await publish('Be kind.')).toEqual({ ok: false, refusal: { code: 'terms_unchanged' } })
    expect(await publish('Be kinder.')).toEqual({ ok: true, version: 2 })
    expect([await accepted(), await accepted(1), await accepted(99)]).toEqual([[2], [1], [2]])
    await expect(sql`update terms_acceptances set version = 1`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`update terms set text = 'Anything'`.execute(db)).rejects.toThrow('append-only')
  })
})
