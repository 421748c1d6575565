import { formerSettingKeys } from './settings/registry.ts'
import { toVariableName } from './settings/settings.ts'

/** Environment variables of earlier releases, each with its current name. */
const formerVariables: ReadonlyMap<string, string> = new Map([
  ['ERASED_LIST', 'ERASURE_LIST'],
  ...[...formerSettingKeys].map(([formerly, key]) => [toVariableName(formerly), toVariableName(key)] as const),
])

/**
 * Renames variables of earlier releases in the environment, which child processes inherit, and warns about them in one
 * line. If both names are set, the current one takes precedence.
 */
export function renameFormerVariables(env: NodeJS.ProcessEnv, warn: (line: string) => void): void {
  const renamed: string[] = []
  for (const [former, current] of formerVariables) {
    const value = env[former]
    delete env[former]
    if (value === undefined || value === '') continue
    if (env[current] === undefined || env[current] === '') env[current] = value
    renamed.push(`${former} is now ${current}`)
  }
  if (renamed.length > 0)
    warn(`Environment variables were renamed, and the old names will stop working: ${renamed.join(', ')}.\n`)
}
