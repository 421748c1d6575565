import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { collect } from './language/collect.ts'
import { findingsIn } from './language/rules.ts'

// Checks that comments, prose, test names, labels and type names use plain American English. Arguments limit it to paths
// that begin so; --count prints figures instead of findings.

/** The customer's words stay as they are; decisions in the archive are history; a merged migration never changes. */
const EXEMPT =
  /^(?:docs\/specification\.md|docs\/decisions\/archive\/|db\/migrations\/0004_media\.sql|scripts\/language\/retired-identifiers\.ts)|\.generated\./

const root = fileURLToPath(new URL('..', import.meta.url))
const [paths, flags] = [process.argv.slice(2).filter((arg) => !arg.startsWith('--')), process.argv.slice(2)]
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|css|sql|md|txt|html)$/.test(file) && !EXEMPT.test(file))
  .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
const collected = files.flatMap((file) => collect(file, readFileSync(new URL(file, `file://${root}`), 'utf8')))
const findings = findingsIn(collected)

if (flags.includes('--count')) {
  const lines = collected.filter(({ kind }) => kind === 'comment').length
  process.stdout.write(`${lines} lines of comments in ${files.length} files\n`)
  for (const [rule, ruleFindings] of Map.groupBy(findings, ({ rule }) => rule))
    process.stdout.write(`${rule}: ${ruleFindings.length}\n`)
} else {
  for (const { file, line, rule, match, advice } of findings)
    process.stderr.write(`${file}:${line}: ${rule} “${match}”: ${advice}\n`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
