import { hostileTexts } from './hostile-texts.ts'
import type { Pattern } from './patterns.ts'

/** CPU time of one match. A quadratic pattern takes several hundred. */
const MAX_MS = 60
const HEARTBEAT_INTERVAL = 20

/** CPU milliseconds that one match takes. */
function measureCpuMs(pattern: RegExp, text: string): number {
  const before = process.cpuUsage()
  pattern.lastIndex = 0
  pattern.test(text)
  if (pattern.global) text.replace(pattern, '')
  return process.cpuUsage(before).user / 1000
}

/**
 * A separate process, which its parent kills when it stops responding. Responds to each pattern with its slowest match,
 * or with the first that is too slow.
 */
process.on('message', ({ source, flags }: Pattern) => {
  const pattern = new RegExp(source, flags)
  let slowest = { ms: 0, text: '' }
  let texts = 0
  // Compiles the pattern with a first match, so that the others are not affected.
  ''.replace(pattern, '')
  for (const text of hostileTexts(source)) {
    if (texts++ % HEARTBEAT_INTERVAL === 0) process.send?.('alive')
    // Other load only adds time: a slow pattern is slow in every attempt.
    let ms = measureCpuMs(pattern, text)
    for (let retry = 0; ms > MAX_MS && retry < 3; retry++) ms = Math.min(ms, measureCpuMs(pattern, text))
    if (ms > slowest.ms) slowest = { ms, text: JSON.stringify(text.slice(0, 30)) }
    if (ms > MAX_MS) break
  }
  process.send?.({ ...slowest, tooSlow: slowest.ms > MAX_MS })
})
