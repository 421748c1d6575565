import { expect, it } from 'vitest'
import { collect } from '../scripts/language/collect.ts'
import { findingsIn } from '../scripts/language/rules.ts'

const brokenRules = (file: string, source: string): string[] =>
  findingsIn(collect(file, source)).map(({ rule }) => rule)

it.each([
  ['// What the order costs.', 'opening'],
  ['/** Who may approve. */', 'opening'],
  ['/**\n * Locks the row.\n * Where it fails, nothing is written.\n */', 'opening'],
  ['/** Of a closed month. */', 'opening'],
  ['// The same for a guest.', 'opening'],
  ['// All that was paid.', 'opening'],
  ['// Those with a receipt.', 'opening'],
  ['// As it was ordered.', 'opening'],
  ['// By day.', 'opening'],
  ['// Reads the file anew.', 'forbidden word'],
  ['// The table lies in memory.', 'forbidden word'],
  ["// Counts nobody's cart.", 'forbidden word'],
  ['// The total comes to zero.', 'forbidden word'],
  ["const label = 'The discount stands beside the price'", 'forbidden word'],
  ['export const Page = () => <p>Whoever registers gets a code.</p>', 'forbidden word'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source holds a template.
  ['const label = `The ${name} comes to the shop anew`', 'forbidden word'],
  ["const label = 'Enter your licence number'", 'British spelling'],
  ['// Fills in the colour.', 'British spelling'],
  ['// Canceled orders are not catalogued, the catalogue is.', 'British spelling'],
  ['// Organises the rows by centre.', 'British spelling'],
  ['type Needs = { db: Database }', 'participle type'],
  ['export type Looked = { order: Order }', 'participle type'],
  ['interface Given { text: string }', 'participle type'],
  ['const replies = defineCall({})', 'retired name'],
  ['export const tellDifference = () => {}', 'retired name'],
])('finds the violation in %s', (source, rule) => {
  const file = rule === 'retired name' ? 'src/contract/base/call.ts' : 'src/server/example.tsx'
  expect(brokenRules(file, source)).toEqual([rule])
})

it.each([
  ["it('what was paid is shown', () => {})", 'opening'],
  ["it.each(rows)('%s: whoever approves is named', () => {})", 'forbidden word'],
  ["databaseTest('licences', () => {})", 'British spelling'],
])('finds the violation in the test name of %s', (source, rule) => {
  expect(brokenRules('src/server/example.test.ts', source)).toEqual([rule])
})

it.each([
  ['docs/example.md', 'The shop computes it anew.\n'],
  ['CHANGELOG.md', '- The cart stands on the left.\n'],
  ['src/web/example.css', '/* The layer lies in front. */'],
  ['db/example.sql', "-- nobody's cart\nselect 1;"],
])('reads %s', (file, source) => {
  expect(brokenRules(file, source)).toEqual(['forbidden word'])
})

it.each([
  ['src/server/example.ts', '// Locks the cart row first, so that two submits cannot order it twice.'],
  ['src/server/example.ts', '/**\n * Returns the total\n * of an order.\n */'],
  ['src/server/example.ts', "// Reads `license_state`, a column that keeps its name.\nconst column = 'license_state'"],
  ['src/server/example.ts', 'const rows = sql`select licence from users where stands`'],
  ['src/server/example.ts', 'type RefundInput = { order: Order; isNeeded: boolean }'],
  ['src/server/example.test.ts', "it('refunds above the limit need a second approver', () => {})"],
  ['docs/example.md', 'Run `shop licence list`.\n\n```\nshop licence list\n```\n'],
])('accepts plain English in %s: %s', (file, source) => {
  expect(brokenRules(file, source)).toEqual([])
})
