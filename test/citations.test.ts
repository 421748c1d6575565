import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCitations, parseSections } from '#test/citations.ts'
import { readRepositoryFile, repositoryFiles } from '#test/repository.ts'

const TEXT = /\.(?:tsx?|mjs|cjs|sql|md|css)$/
/** They contain examples of citations, including wrong ones. */
const EXEMPT_FILES = ['test/citations.test.ts', 'test/support/citations.ts']
/** Replaced decisions are history: they keep the citations of their time. */
const ARCHIVE = 'docs/decisions/archive/'
const citing = repositoryFiles.filter(
  (file) => TEXT.test(file) && !EXEMPT_FILES.includes(file) && !file.startsWith(ARCHIVE),
)
const markdown = repositoryFiles.filter((file) => file.endsWith('.md') && !file.startsWith(ARCHIVE))

const folders = new Set(
  repositoryFiles.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))),
)
const exists = (path: string) => repositoryFiles.includes(path) || folders.has(path)

/** Page of `docs/<name>`: a file, or a folder's README. */
const pageOf = (name: string) =>
  [`docs/${name}.md`, `docs/${name}/README.md`].find((file) => repositoryFiles.includes(file))
const sections = new Map<string, Set<string>>()
function hasSection(name: string, section: string): boolean {
  const page = pageOf(name)
  if (!page) return false
  if (!sections.has(page)) sections.set(page, parseSections(readRepositoryFile(page)))
  return sections.get(page)?.has(section) ?? false
}

/** Page that a bare `§6` refers to. Coverage and its deviations refer to the specification. */
function pageOfFile(file: string): string | undefined {
  if (!file.endsWith('.md')) return undefined
  if (file === 'docs/specification-coverage.md') return 'specification'
  return file.replace(/^docs\//, '').replace(/(?:\/README)?\.md$/, '')
}

const isDecision = (file: string) => /^docs\/decisions\/(?:archive\/)?\d{4}-/.test(file)
const currentDecisions = repositoryFiles.filter((file) => /^docs\/decisions\/\d{4}-/.test(file))
const numberOf = (file: string) => /\/(\d{4})-[^/]*$/.exec(file)?.[1]

function isDangling(path: string, cited: readonly string[]): boolean {
  if (cited.length) return cited.some((section) => !hasSection(path, section))
  const decision = /^decisions\/(\d{4})$/.exec(path)?.[1]
  if (decision) return repositoryFiles.filter((file) => isDecision(file) && numberOf(file) === decision).length !== 1
  return !exists(`docs/${path}`) && pageOf(path) === undefined
}

describe('a citation', () => {
  it('points to an existing page of docs/, section or item', () => {
    const citations = citing.flatMap((file) =>
      findCitations(readRepositoryFile(file), pageOfFile(file)).citations.map((citation) => ({ file, ...citation })),
    )
    expect(citations.filter(({ file }) => file.startsWith('src/')).length).toBeGreaterThan(200)
    const dangling = citations.filter(({ path, sections }) => isDangling(path, sections))
    expect(dangling.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([])
  })

  it('names a current decision in code', () => {
    const current = new Set(currentDecisions.map(numberOf))
    const archived = citing
      .filter((file) => !file.endsWith('.md'))
      .flatMap((file) =>
        findCitations(readRepositoryFile(file)).citations.flatMap(({ line, path }) => {
          const decision = /^decisions\/(\d{4})$/.exec(path)?.[1]
          return decision === undefined || current.has(decision) ? [] : [`${file}:${line}: ${decision}`]
        }),
      )
    expect(archived).toEqual([])
  })

  it('has one form: docs/plan §6.2, docs/security G24, docs/decisions/0016', () => {
    const unknown = citing.flatMap((file) =>
      findCitations(readRepositoryFile(file), pageOfFile(file)).unknown.map((line) => `${file}:${line}`),
    )
    expect(unknown).toEqual([])
  })

  it.each([
    ['// As in plan §6.', ['1: // As in plan §6.']],
    ['// See product.md.', ['1: // See product.md.']],
    [' * §12.3); more', ['1: * §12.3); more']],
    ['/** G24: hostile text. */', ['1: /** G24: hostile text. */']],
    ['// decision 0016 says why', ['1: // decision 0016 says why']],
    ["const licence = 'G1'", []],
    [' * docs/plan §6,\n * §7.2, §8', []],
    ['// docs/plan §6, §7.2 and docs/security G20, G25; RFC 9110 §14.2', []],
  ])('%j is recognized correctly', (line, unknown) => {
    expect(findCitations(line).unknown).toEqual(unknown)
  })

  it('names sections, list items, rows and figures', () => {
    const page =
      '## 3. Classes\n1. one\n| # | Class |\n| ---: | --- |\n| 11 | Twice |\n### 4.2 Duties\n3. cents\n| **G24** | No stalls |'
    expect([...parseSections(page)]).toEqual(['3', '3.1', '3.11', '4.2', '4.2.3', 'G24'])
  })
})

describe('docs/', () => {
  it('numbers the items of a section without a gap, so that no number is reused for another rule', () => {
    const misnumbered = markdown.flatMap((file) => {
      let last = 0
      return readRepositoryFile(file)
        .split('\n')
        .flatMap((line, index) => {
          if (/^#{1,4} /.test(line)) last = 0
          const number = Number(/^(\d+)\. /.exec(line)?.[1] ?? 0)
          if (!number) return []
          return number === ++last ? [] : [`${file}:${index + 1}`]
        })
    })
    expect(misnumbered).toEqual([])
  })

  it('has a decision for each number, without a gap', () => {
    const numbers = repositoryFiles.flatMap((file) => (isDecision(file) ? (numberOf(file) ?? []) : [])).sort()
    expect(numbers.map(Number)).toEqual(numbers.map((_, index) => index + 1))
  })

  it('gives each current decision a date, a status, three sections and at most 300 words, and lists it', () => {
    const index = readRepositoryFile('docs/decisions/README.md')
    const wrong = currentDecisions.filter((file) => {
      const text = readRepositoryFile(file)
      return (
        !/^# \d{4}\. .+\n\nDate: \d{4}-\d\d-\d\d\. Status: accepted\./.test(text) ||
        !['Context', 'Decision', 'Consequences'].every((section) => text.includes(`\n## ${section}\n`)) ||
        text.split(/\s+/).length > 300 ||
        !index.includes(`](${file.replace('docs/decisions/', '')})`)
      )
    })
    expect(wrong).toEqual([])
  })

  it('names the status of each archived decision', () => {
    const archived = repositoryFiles.filter((file) => file.startsWith(ARCHIVE))
    const current = new Set(currentDecisions.map(numberOf))
    const wrong = archived.filter((file) => {
      const status = readRepositoryFile(file).split('\n').slice(0, 4).join('\n')
      const successor = /^Status: superseded by (\d{4})\.$/m.exec(status)?.[1]
      return successor === undefined ? !/^Status: archived: /m.test(status) : !current.has(successor)
    })
    expect(archived.length).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })

  it('links to files that exist', () => {
    const broken = markdown.flatMap((file) =>
      [...readRepositoryFile(file).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, target = '']) => join(dirname(file), target).replace(/\/$/, ''))
        .filter((target) => !exists(target))
        .map((target) => `${file}: ${target}`),
    )
    expect(broken).toEqual([])
  })

  it('lists every page in its index', () => {
    const pages = repositoryFiles.flatMap((file) => /^docs\/([\w-]+\.md)$/.exec(file)?.[1] ?? [])
    const index = readRepositoryFile('docs/README.md')
    expect(pages.filter((page) => page !== 'README.md' && !index.includes(`](${page})`))).toEqual([])
  })
})

describe('the long-running tests', () => {
  it('are all listed in their README', () => {
    const [, table = ''] = /const trials[^{]*\{([^}]*)\}/.exec(readRepositoryFile('test/trials/main.ts')) ?? []
    const names = [...table.matchAll(/^\s*'?([\w-]+)'?[:,]/gm)].map(([, name = '']) => name)
    const guide = readRepositoryFile('test/trials/README.md')
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !guide.includes(`npm run trial -- ${name}`))).toEqual([])
  })
})

describe('the map', () => {
  /** A placeholder name, as in `x.routes.ts`, or a path of a running shop. */
  const example = /(?:^|\/)(?:x|do-something|present-x)\b|^(?:DATA_DIR|data)\b/
  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'docs/plan/README.md'])(
    '%s names files and folders that exist',
    (document) => {
      const quoted = [...readRepositoryFile(document).matchAll(/`([^`\s]+)`/g)].map(([, text = '']) => text)
      const paths = quoted.filter(
        (text) =>
          /^[\w.-]+(?:\/[\w.-]+)+\/?$|^[\w.-]+\/$|^[\w-]+\.(?:tsx?|mjs|sql|csv|md)$/.test(text) && !example.test(text),
      )
      expect(paths.length).toBeGreaterThan(1)
      const isExistingPath = (path: string) =>
        [...repositoryFiles, ...folders].some((file) => `/${file}`.endsWith(`/${path.replace(/\/$/, '')}`))
      expect(paths.filter((path) => !isExistingPath(path))).toEqual([])
    },
  )
})
