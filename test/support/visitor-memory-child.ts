import { makeFill } from '#server/http/pages/fill.ts'
import { makeVisitors } from '#server/http/visitors.ts'
import type { Config } from '#server/platform/config.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'

/**
 * Simulates visitors whose cookie header has the maximum length, and prints the growth of the process. Start with
 * --expose-gc.
 */
const VISITORS = Number(process.argv[2])
const PADDING = 'x'.repeat(12_000)

const collectGarbage = globalThis.gc
if (!collectGarbage) throw new Error('start with --expose-gc')

const visitors = makeVisitors({ secureCookies: false } as Config, makeSigner('a secret of the test'))
const fill = makeFill({ personalBlock: ({ csrf }) => `<meta name="csrf-token" content="${csrf}">` })

function visit(count: number): void {
  for (let n = 0; n < count; n++) {
    const { setCookie = '' } = visitors.visitor({ headers: {} })
    // A flat string, as the request parser creates it, not a concatenation.
    const cookie = Buffer.from(`other=${PADDING}${n}; ${setCookie.split(';', 1)[0]}`).toString('latin1')
    const { id } = visitors.visitor({ headers: { cookie } })
    fill({ csrf: visitors.csrfToken(id), cart: null, user: null }, false)
    // Simulates allocations by other requests.
    Buffer.from(PADDING.slice(0, 3_000))
  }
}

function measureMemory(): number {
  for (let n = 0; n < 5; n++) collectGarbage?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

visit(10)
const before = measureMemory()
visit(VISITORS)
process.stdout.write(String(measureMemory() - before))
// Keeps it in use after the measurement.
visit(1)
