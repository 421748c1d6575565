import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashed, type Inline } from '#server/http/security-headers.ts'
import type { Bundle } from '#web/bundles.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

export type Heads = {
  /** The head of the page with this id; an error page's for any other. */
  of(pageId: string): string
  /** What the heads have in the HTML itself. */
  inline: Inline
}

/**
 * What a page's head loads. Styles are in the HTML, so that nothing delays the first paint; so is the early script, which
 * keeps what is clicked before the others answer. The others are left to it where a page can be read without them, and
 * start at once elsewhere. Reads the manifests of the browser
 * builds in `dist`; throws if a page's file is not in its bundle's.
 */
export function readHeads(dist: string, bundles: readonly [Bundle, ...Bundle[]]): Heads {
  const inline = { styles: new Set<string>(), scripts: new Set<string>() }
  const of = new Map<string, string>()
  for (const bundle of bundles) {
    const read = (file: string) => readFileSync(join(dist, bundle.name, file), 'utf8').trim()
    const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest
    const styleTexts = new Map<string, string>()
    const early = bundle.early && read(chunkOf(manifest, bundle.early).file)

    const head = (source: string, isReadable: boolean): string => {
      const entry = chunkOf(manifest, bundle.entry)
      const chunks = [...new Set([entry, ...withImports(manifest, bundle.entry), ...withImports(manifest, source)])]
      const styles = [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => {
        const style = styleTexts.get(file) ?? read(file)
        styleTexts.set(file, style)
        return style
      })
      for (const style of styles) inline.styles.add(hashed(style))
      const paths = chunks.map(({ file }) => `/${file}`)
      if (early) inline.scripts.add(hashed(early))
      const scripts =
        isReadable && early
          ? `<script data-scripts="${paths.join(' ')}">${early}</script>`
          : `${early ? `<script>${early}</script>` : ''}${atOnce(paths)}`
      // Added, not joined: all heads share the text of a style then, of which each would have 60 kB for itself.
      return styles.reduceRight((after, style) => `<style>${style}</style>${after}`, scripts)
    }

    for (const id of bundle.pageIds) of.set(id, head(`src/web/${id}.tsx`, bundle.readableIds.has(id)))
    of.set(bundle.nowhereId, head(bundle.entry, bundle.early !== undefined))
  }
  const [{ nowhereId }] = bundles
  return { of: (pageId) => of.get(pageId) ?? (of.get(nowhereId) as string), inline }
}

const atOnce = ([entry, ...others]: readonly string[]): string =>
  [
    `<script type="module" src="${entry}"></script>`,
    ...others.map((path) => `<link rel="modulepreload" href="${path}">`),
  ].join('')

function withImports(manifest: Manifest, source: string, seen = new Set<Chunk>()): Set<Chunk> {
  const chunk = chunkOf(manifest, source)
  if (seen.has(chunk)) return seen
  seen.add(chunk)
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen)
  return seen
}

function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The built pages have no ${source}: a page's id must be its file (src/web/routes.tsx)`)
  return chunk
}
