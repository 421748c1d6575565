import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { makeProgram } from './run.ts'

const namesOf = (command: Command): string[] =>
  command.commands.flatMap((one) => {
    const below = namesOf(one).map((name) => `${one.name()} ${name}`)
    return below.length === 0 ? [one.name()] : below
  })

/** Expands `order set\|show NUMBER` to both commands. `verify` alone is a command itself. */
const commandsOf = (words: string): string[] => {
  const [first = '', second = ''] = words.split(' ')
  return second === '' ? [first] : second.split('\\|').map((name) => `${first} ${name}`)
}

test('the README names exactly the existing commands', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const row = readme.split('\n').find((line) => line.startsWith('| `npm run shop -- <verb>` |')) ?? ''
  const named = [...row.matchAll(/`([^`]+)`/g)].slice(1).flatMap(([, words = '']) => commandsOf(words))
  // These two take a file as their second word.
  const said = named.map((name) => name.replace(/^(backup|restore) FILE$/, '$1'))
  const groups = ['status', ...namesOf(makeProgram({}).program)]
  expect([...new Set(said)].sort()).toEqual(groups.sort())
})
