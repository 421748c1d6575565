import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import * as z from 'zod/mini'

export type Pattern = { where: string; source: string; flags: string }

type Node = { type?: string; span?: { start: number } } & Record<string, unknown>

/**
 * Formats of zod are regular expressions as well; a schema uses them as `z.regexes.email` or creates them with
 * `z.email()`.
 */
const formats = z.regexes as unknown as Record<string, RegExp | ((...given: never[]) => RegExp)>

/** Regular expression literals of a file, and the number it composes at run time. */
export function patternsIn(file: string): { patterns: Pattern[]; composed: number } {
  const patterns: Pattern[] = []
  let composed = 0
  const visit = (node: Node): void => {
    if (node.type === 'RegExpLiteral') {
      patterns.push({ where: file, source: String(node.pattern), flags: String(node.flags ?? '') })
    }
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node.callee) === 'RegExp')
      composed++
    if (node.type === 'MemberExpression') {
      const format = formats[nameOf(node.property) ?? '']
      if (format instanceof RegExp) patterns.push({ where: file, source: format.source, flags: format.flags })
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) for (const one of child) isNode(one) && visit(one)
      else if (isNode(child)) visit(child)
    }
  }
  const tree = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') })
  visit(tree as unknown as Node)
  return { patterns, composed }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node.value) : undefined

/** Expressions that modules compose during import, recorded through the constructor. */
export async function patternsMadeBy(where: string, load: () => Promise<unknown>): Promise<Pattern[]> {
  const made: Pattern[] = []
  const original = globalThis.RegExp
  const note = (pattern: RegExp): RegExp => {
    if (new Error('made here').stack?.includes(where))
      made.push({ where, source: pattern.source, flags: pattern.flags })
    return pattern
  }
  globalThis.RegExp = new Proxy(original, {
    construct: (target, given) => note(Reflect.construct(target, given)),
    apply: (target, self, given) => note(Reflect.apply(target, self, given)),
  })
  try {
    await load()
  } finally {
    globalThis.RegExp = original
  }
  return made
}
