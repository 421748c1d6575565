import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adminCallPaths } from '#contract/admin-call-paths.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { Call } from '#contract/base/call.ts'
import { callPaths, fileFolders, pagePaths, pagePatterns } from '#contract/paths.ts'
import { type Bundle, bundles } from '#web/bundles.ts'

const root = join(import.meta.dirname, '..')
const pages = [...Object.values(pagePaths), ...Object.values(pagePatterns), ...Object.values(adminPaths)]
const servedPages = bundles.flatMap((bundle) => bundle.servedPages)
const calls = [...Object.entries(callPaths), ...Object.entries(adminCallPaths)].flatMap(([method, paths]) =>
  Object.entries(paths).map(([name, path]) => ({ name, method, path })),
)

/** String literals of the code; comments may name a path. */
function readCode(file: string): string {
  return readFileSync(join(root, file), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}

describe('paths', () => {
  it('are unique in the table', () => {
    const uniqueKeys = [...calls.map(({ method, path }) => `${method} ${path}`), ...pages.map((path) => `GET ${path}`)]
    expect(uniqueKeys.filter((path, index) => uniqueKeys.indexOf(path) !== index)).toEqual([])
  })

  it('for pages match one file: a page’s id is the end of the path of the file whose scripts its head preloads', () => {
    const files = globSync('src/web/**/*.tsx', { cwd: root })
    const filesOf = ({ name }: Bundle, id: string) =>
      files.filter((file) => file.endsWith(`/${id}.tsx`) && (name === 'admin' || !file.startsWith('src/web/admin/')))
    expect(bundles.flatMap((bundle) => bundle.pageIds.filter((id) => filesOf(bundle, id).length !== 1))).toEqual([])
  })

  it('for calls belong to exactly one call, under the name of its constant', async () => {
    const contracts: Record<string, Partial<Call>>[] = await Promise.all(
      globSync('src/contract/**/*.ts', { cwd: root })
        .filter((file) => !file.endsWith('.test.ts'))
        .map((file) => import(join(root, file))),
    )
    const definedCalls = contracts.flatMap((file) =>
      Object.entries(file).flatMap(([constant, { method, path }]) =>
        method !== undefined ? [{ name: constant.slice(0, -'Call'.length), method, path }] : [],
      ),
    )
    const byName = (first: { name: string }, second: { name: string }) => (first.name < second.name ? -1 : 1)
    expect(definedCalls.sort(byName)).toEqual(calls.toSorted(byName))
  })

  it('for pages are the routes of the pages', () => {
    expect(servedPages.map(({ path }) => path).sort()).toEqual([...pages].sort())
  })

  it('are written nowhere else in the source', () => {
    const fixedParts = new Set(
      [...calls.map(({ path }) => path), ...pages, ...Object.values(fileFolders)].flatMap((path) => {
        const fixed = path.split('/:', 1)[0] ?? ''
        return fixed === '/' || fixed === '' ? [] : [fixed.replace(/\/$/, '')]
      }),
    )
    const sources = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(
        (file) =>
          /\.tsx?$/.test(file) &&
          !file.includes('.test.') &&
          !/^src\/contract\/(?:(?:admin-)?paths|admin-call-paths|former-urls)\.ts$/.test(file),
      )
    expect(sources.length).toBeGreaterThan(500)
    const literalPaths = sources.flatMap((file) =>
      // A path after a quotation mark or after an interpolated value.
      [...readCode(file).matchAll(/["'`}](\/[a-z][\w./-]*)/g)]
        .map(([, path = '']) => path.replace(/\/$/, ''))
        .filter((path) => fixedParts.has(path) || [...fixedParts].some((prefix) => path.startsWith(`${prefix}/`)))
        .map((path) => `${file}: ${path}`),
    )
    expect(literalPaths).toEqual([])
  })
})
