import { readFileSync } from 'node:fs'
import { Statement } from '#contract/compensation/statement.ts'

const file = new URL('../../docs/plan/example-2/statement-of-a.json', import.meta.url)

/** The statement of A for April in worked example 2, as the shop writes it. */
export const readStatementOfA = (): Statement => Statement.parse(JSON.parse(readFileSync(file, 'utf8')))
