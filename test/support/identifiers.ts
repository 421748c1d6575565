import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'

type Node = { type?: string; value?: unknown } & Record<string, unknown>

/**
 * All identifiers in a file's code, private ones without their `#`; ignores words in comments, strings and JSX text.
 */
export function identifiersIn(file: string): Set<string> {
  const names = new Set<string>()
  const visit = (node: Node): void => {
    if (node.type === 'Identifier' || node.type === 'PrivateName') names.add(String(node.value))
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) for (const one of child) isNode(one) && visit(one)
      else if (isNode(child)) visit(child)
    }
  }
  visit(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') }) as unknown as Node)
  return names
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
