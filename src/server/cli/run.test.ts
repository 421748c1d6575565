import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { makeProgram } from './run.ts'

const listCommandNames = (command: Command): string[] =>
  command.commands.flatMap((subcommand) => {
    const names = listCommandNames(subcommand).map((name) => `${subcommand.name()} ${name}`)
    return names.length === 0 ? [subcommand.name()] : names
  })

/** Expands `order set\|show NUMBER` to both commands. `verify` alone is a command itself. */
const expandCommands = (words: string): string[] => {
  const [first = '', second = ''] = words.split(' ')
  return second === '' ? [first] : second.split('\\|').map((name) => `${first} ${name}`)
}

test('the README names exactly the existing commands', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const row = readme.split('\n').find((line) => line.startsWith('| `npm run shop -- <verb>` |')) ?? ''
  const documented = [...row.matchAll(/`([^`]+)`/g)].slice(1).flatMap(([, words = '']) => expandCommands(words))
  // These two take a file as their second word.
  const withoutFiles = documented.map((name) => name.replace(/^(backup|restore) FILE$/, '$1'))
  const groups = ['status', ...listCommandNames(makeProgram({}).program)]
  expect([...new Set(withoutFiles)].sort()).toEqual(groups.sort())
})
