// npm run check: the checks that do not need a running shop. `npm test` begins with the same checks.
import { checkAll } from './checks.mjs'
import { checkNode, ensureInstalled, log, PlainError } from './prepare.mjs'

try {
  checkNode()
  await ensureInstalled()
  await checkAll()
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  log(error.message)
  process.exitCode = 1
}
