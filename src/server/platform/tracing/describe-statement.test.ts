import { expect, it } from 'vitest'
import { describeStatement } from './describe-statement.ts'

it('names a statement by its action and its table', () => {
  const names = [
    'select "id" from "orders" where "id" = $1',
    'with gone as (delete from pgboss.job where id = $1 returning id) insert into undelivered_mails select id from gone',
    'with cart as (select id from carts where id = $1 for update), made as (insert into "orders" (id) values ($2)) select 1',
    'with a as (select id from carts for update) select id from a',
    'update carts set version = version + 1',
    '/* planned for its values */ select 1 from orders',
    'begin',
    '',
  ].map((text) => describeStatement(text).name)
  expect(names).toEqual([
    'select orders',
    'delete pgboss.job',
    'insert orders',
    'select carts',
    'update carts',
    'select orders',
    'begin',
    'statement',
  ])
})

it('omits all values written into a statement', () => {
  const { text } = describeStatement(`select $1::int4, t1.a from t1
     where email = 'anna@example.com' and name = 'O''Hara' and id = 4711 and rate > 0.25 limit 20`)
  expect(text).toBe('select $1::int4, t1.a from t1 where email = ? and name = ? and id = ? and rate > ? limit ?')
})
