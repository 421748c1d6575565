import { describe, expect, it } from 'vitest'
import { readContraction } from '#server/platform/database/migrate.ts'
import { findContractions } from '#test/find-contractions.ts'
import { readRepositoryFile, repositoryFiles } from '#test/repository.ts'

describe('a migration', () => {
  const files = repositoryFiles.filter((file) => /^db\/migrations\/\d{4}_.*\.sql$/.test(file)).sort()

  it('removes nothing that the previous release uses, unless it declares since when it is unused', () => {
    const hidden = files
      .filter((file) => readContraction(readRepositoryFile(file)) === undefined)
      .flatMap((file) => findContractions(readRepositoryFile(file)).map((clause) => `${file}: ${clause}`))
    expect(hidden).toEqual([])
  })

  it('that removes something names an earlier one', () => {
    const names = files.map((file) => file.slice('db/migrations/'.length, -'.sql'.length))
    const invalid = names.filter((name, index) => {
      const since = readContraction(readRepositoryFile(`db/migrations/${name}.sql`))
      return since !== undefined && !names.slice(0, index).includes(since)
    })
    expect(invalid).toEqual([])
  })

  it.each([
    'drop table names;',
    'alter table names add column age int, drop column name;',
    'alter table names drop name cascade;',
    'alter table if exists names rename to people;',
    'alter table names rename column name to whole_name;',
    'alter table names alter column name set not null;',
    'alter table names alter name type integer using name::integer;',
    'alter table names alter column age drop default;',
    "alter table names add column kind text not null constraint kind_known check (kind in ('a', 'b'));",
    'alter table names add kind text not null;',
    'create table a (b int); drop view names_of_today;',
    'drop function whole_name(text);',
    'alter index names_key rename to names_by_key;',
    'revoke all on names from public;',
  ])('is a contraction: %s', (sql) => expect(findContractions(sql)).toHaveLength(1))

  it.each([
    'create table names (name text not null, age int not null);',
    "alter table names add column kind text not null default 'a', add column age int;",
    'alter table names add column whole text not null generated always as (name || name) stored;',
    'alter table names drop constraint kind_known, add constraint kind_known check (kind is not null);',
    'alter table names alter column name drop not null;',
    'drop index names_by_age; drop trigger names_kept on names;',
    '-- drop table names;\ncreate function f() returns void language plpgsql as $$ begin drop table names; end $$;',
    "comment on table names is 'drop table names;';",
    'drop index if exists names_by_age;',
  ])('is an expansion: %s', (sql) => expect(findContractions(sql)).toEqual([]))
})
