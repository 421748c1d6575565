import type { Config } from '../config.ts'
import type { Tracing } from './tracing.ts'

/** Returns undefined, and loads nothing, unless the environment enables traces. */
export async function openTracing(
  { tracing, role }: Pick<Config, 'tracing' | 'role'>,
  warn: (message: string) => void,
): Promise<Tracing | undefined> {
  if (!tracing) return undefined
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(tracing, role, warn)
}
