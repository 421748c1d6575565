import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { makeProgram } from './run.ts'

const namesOf = (command: Command): string[] =>
  command.commands.flatMap((one) => {
    const below = namesOf(one).map((name) => `${one.name()} ${name}`)
    return below.length === 0 ? [one.name()] : below
  })

/** What `order set\|show NUMBER` says: both of them. `verify` alone is a command itself. */
const commandsOf = (words: string): string[] => {
  const [first = '', second = ''] = words.split(' ')
  return second === '' ? [first] : second.split('\\|').map((name) => `${first} ${name}`)
}

test('the README names every command that there is, and no other', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const row = readme.split('\n').find((line) => line.startsWith('| `npm run shop -- <verb>` |')) ?? ''
  const named = [...row.matchAll(/`([^`]+)`/g)].slice(1).flatMap(([, words = '']) => commandsOf(words))
  // A file follows these two where others have a second word.
  const said = named.map((name) => name.replace(/^(backup|restore) FILE$/, '$1'))
  const groups = ['status', ...namesOf(makeProgram({}).program)]
  expect([...new Set(said)].sort()).toEqual(groups.sort())
})
