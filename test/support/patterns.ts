import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import * as z from 'zod/mini'

export type Pattern = { location: string; source: string; flags: string }

type Node = { type?: string; span?: { start: number } } & Record<string, unknown>

/**
 * Formats of zod are regular expressions as well; a schema uses them as `z.regexes.email` or creates them with
 * `z.email()`.
 */
const formats = z.regexes as unknown as Record<string, RegExp | ((...args: never[]) => RegExp)>

/** Regular expression literals of a file, and the number it composes at run time. */
export function findPatterns(file: string): { patterns: Pattern[]; dynamicCount: number } {
  const patterns: Pattern[] = []
  let dynamicCount = 0
  const visit = (node: Node): void => {
    if (node.type === 'RegExpLiteral') {
      patterns.push({ location: file, source: String(node.pattern), flags: String(node.flags ?? '') })
    }
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && identifierName(node.callee) === 'RegExp')
      dynamicCount++
    if (node.type === 'MemberExpression') {
      const format = formats[identifierName(node.property) ?? '']
      if (format instanceof RegExp) patterns.push({ location: file, source: format.source, flags: format.flags })
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) for (const item of child) isNode(item) && visit(item)
      else if (isNode(child)) visit(child)
    }
  }
  const tree = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') })
  visit(tree as unknown as Node)
  return { patterns, dynamicCount }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const identifierName = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node.value) : undefined

/** Expressions that modules compose during import, recorded through the constructor. */
export async function recordPatterns(location: string, load: () => Promise<unknown>): Promise<Pattern[]> {
  const recorded: Pattern[] = []
  const original = globalThis.RegExp
  const record = (pattern: RegExp): RegExp => {
    if (new Error('made here').stack?.includes(location))
      recorded.push({ location, source: pattern.source, flags: pattern.flags })
    return pattern
  }
  globalThis.RegExp = new Proxy(original, {
    construct: (target, args) => record(Reflect.construct(target, args)),
    apply: (target, self, args) => record(Reflect.apply(target, self, args)),
  })
  try {
    await load()
  } finally {
    globalThis.RegExp = original
  }
  return recorded
}
