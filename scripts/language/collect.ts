import { parseSync } from 'oxc-parser'

export type Kind = 'comment' | 'prose' | 'test name' | 'label' | 'type' | 'name'
/** A piece of text that people read, one line long. */
export type TextLine = { file: string; line: number; kind: Kind; text: string }

/** Calls whose first argument is the name of a test. */
const TEST_CALLS = /^(?:it|test|describe|databaseTest|postgresTest|proxiedTest)$/

/** Matches names of tables, columns and functions of several words, in SQL files and in strings of code. */
const SQL_NAME = /\b[a-z]+(?:_[a-z0-9]+)+\b/g

type Node = { type?: string; start?: number; end?: number } & Record<string, unknown>

/** Returns comments, test names, labels, types and each name of code and SQL, and every line of other files. */
export function collect(file: string, source: string): TextLine[] {
  if (/\.(?:tsx?|mjs)$/.test(file)) return collectCode(file, source)
  if (file.endsWith('.css')) return comments(file, source, /\/\*([\s\S]*?)\*\//g)
  if (file.endsWith('.sql')) return [...comments(file, source, /--(.*)$/gm), ...sqlNames(file, source)]
  if (/\.(?:md|txt|html)$/.test(file)) return splitLines(file, 'prose', stripCode(source), 1)
  return []
}

function collectCode(file: string, source: string): TextLine[] {
  const { program, comments: astComments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const lineNumberAt = lineCounter(source)
  const collected = astComments.flatMap(({ value, start }) => splitLines(file, 'comment', value, lineNumberAt(start)))
  const isTest = /^test\/|\.(?:test|e2e)\.tsx?$/.test(file)
  const add = (kind: Kind, text: string, node: Node) =>
    collected.push(...splitLines(file, kind, text, lineNumberAt(node.start ?? 0)))

  const names = new Set<string>()
  const addSqlNames = (text: string, node: Node) => {
    for (const [name] of text.matchAll(SQL_NAME)) {
      if (names.has(name)) continue
      names.add(name)
      add('name', name, node)
    }
  }
  const visit = (node: Node): void => {
    if (/^(?:JSX|Private)?Identifier$/.test(node.type ?? '') && !names.has(String(node.name))) {
      names.add(String(node.name))
      add('name', String(node.name), node)
    }
    if (node.type === 'Literal' && typeof node.value === 'string') addSqlNames(node.value, node)
    if (node.type === 'TemplateElement') addSqlNames((node.value as { cooked?: string }).cooked ?? '', node)
    if (node.type === 'TSTypeAliasDeclaration' || node.type === 'TSInterfaceDeclaration')
      add('type', String((node.id as Node).name), node)
    if (isTest && node.type === 'CallExpression' && TEST_CALLS.test(calleeName(node.callee as Node))) {
      const [name] = node.arguments as Node[]
      if (name?.type === 'Literal' && typeof name.value === 'string') add('test name', name.value, name)
      if (name?.type === 'TemplateLiteral')
        add('test name', source.slice((name.start ?? 0) + 1, (name.end ?? 1) - 1), name)
    } else if (!isTest && node.type === 'JSXText') add('label', String(node.value), node)
    else if (!isTest && node.type === 'Literal' && typeof node.value === 'string' && isSentence(node.value))
      add('label', node.value, node)
    else if (!isTest && node.type === 'TemplateElement') {
      const text = (node.value as { cooked?: string }).cooked ?? ''
      if (isSentence(text) && !isQuery(text)) add('label', text, node)
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) for (const item of child) isNode(item) && visit(item)
      else if (isNode(child)) visit(child)
    }
  }
  visit(program as unknown as Node)
  return collected
}

/** `it`, `it.each(…)`, `test.skipIf(…)` and the like have one name for all: their first word. */
function calleeName(callee: Node): string {
  if (callee.type === 'Identifier') return String(callee.name)
  if (callee.type === 'MemberExpression') return calleeName(callee.object as Node)
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression')
    return calleeName((callee.callee ?? callee.tag) as Node)
  return ''
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const isSentence = (text: string): boolean => /\p{L}\s+\p{L}/u.test(text)
const isQuery = (text: string): boolean =>
  /\b(?:select|insert into|update|delete from|where|join|case when)\b/.test(text)

function sqlNames(file: string, source: string): TextLine[] {
  const lineAt = lineCounter(source)
  const blank = (comment: string) => ' '.repeat(comment.length)
  return [...source.replaceAll(/--.*$/gm, blank).matchAll(SQL_NAME)].map(({ 0: text, index }) => ({
    file,
    line: lineAt(index),
    kind: 'name',
    text,
  }))
}

function comments(file: string, source: string, pattern: RegExp): TextLine[] {
  const lineNumberAt = lineCounter(source)
  return [...source.matchAll(pattern)].flatMap((match) =>
    splitLines(file, 'comment', match[1] ?? '', lineNumberAt(match.index)),
  )
}

function splitLines(file: string, kind: Kind, text: string, firstLine: number): TextLine[] {
  return text.split('\n').flatMap((line, index) => {
    const trimmed = (kind === 'comment' ? stripCodeSpans(line) : line).replace(/^\s*(?:\*+(?=\s|$))?\s*/, '').trimEnd()
    return trimmed === '' ? [] : [{ file, line: firstLine + index, kind, text: trimmed }]
  })
}

/** Keeps a mark, because a comment may begin with a code span. */
const stripCodeSpans = (line: string): string => line.replaceAll(/`[^`]*`/g, '`…`')

/** Blanks fenced blocks and code spans of Markdown: they hold names, not prose. */
const stripCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '')

function lineCounter(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
