import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { prepared, preparedTogether, type Steps } from './prepared.ts'

type Setting = { key: string; value: string }
type Both = { first: Setting; second: Setting }

/** Uses the same names for its values in each of the steps. */
const insertStep =
  (name: string): Steps<Setting> =>
  ({ key, value }) =>
    sql`${sql.ref(name)} as (insert into settings (key, value) values (${key}, ${value}) returning key)`

const writeBoth = preparedTogether<Both, { first: string; second: string }>(
  { first: insertStep('one'), second: insertStep('other') },
  sql`select one.key as first, other.key as second from one, other`,
)

databaseTest('a statement of several steps', (connection) => {
  const readSettings = async (beginning: string) =>
    (
      await connection()
        .db.selectFrom('settings')
        .select(['key', 'value'])
        .where('key', 'like', `${beginning}%`)
        .execute()
    ).toSorted((a, b) => (a.key < b.key ? -1 : 1))

  test('passes separate values to each step at every call, even if their names are equal', async () => {
    const { db } = connection()
    for (const call of ['a', 'b']) {
      const first = { key: `${call}1`, value: 'one' }
      const second = { key: `${call}2`, value: 'two' }
      expect(await writeBoth(db, { first, second })).toEqual([{ first: `${call}1`, second: `${call}2` }])
      expect(await readSettings(call)).toEqual([first, second])
    }
  })

  test('rolls back all steps if one fails', async () => {
    const { db } = connection()
    const twice = { key: 'twice', value: '' }
    await expect(writeBoth(db, { first: { key: 'twofold', value: '' }, second: twice })).resolves.toHaveLength(1)
    await expect(writeBoth(db, { first: { key: 'twin', value: '' }, second: twice })).rejects.toMatchObject({
      code: '23505',
    })
    expect((await readSettings('tw')).map(({ key }) => key)).toEqual(['twice', 'twofold'])
  })

  test('contains no values in its text, like every prepared statement', async () => {
    const { db } = connection()
    const careless = prepared<{ key: string }, never>(({ key }) => sql`select ${key}, ${'a value'}`)
    await expect(careless(db, { key: 'k' })).rejects.toThrow('The text of a prepared statement contains a value.')
  })
})
