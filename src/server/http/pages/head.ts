import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashForPolicy, type Inline } from '#server/http/security-headers.ts'
import type { Bundle } from '#web/bundles.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

export type Heads = {
  /** Returns the head of the page with this ID; any other ID gets the head of error pages. */
  find(pageId: string): string
  /** Styles and scripts that the heads inline into the HTML. */
  inline: Inline
}

/**
 * The tags that load a page's styles and scripts. Styles are inlined so that nothing delays the first paint, and so is
 * the early script, which queues clicks until the other scripts respond. On pages that work without scripts, the early
 * script loads them; elsewhere they start at once. Reads the manifests of the browser builds in `dist`; throws if a
 * page's file is missing from its bundle.
 */
export function readHeads(dist: string, bundles: readonly [Bundle, ...Bundle[]]): Heads {
  const inline = { styles: new Set<string>(), scripts: new Set<string>() }
  const headsById = new Map<string, string>()
  for (const bundle of bundles) {
    const read = (file: string) => readFileSync(join(dist, bundle.name, file), 'utf8').trim()
    const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest
    const styleTexts = new Map<string, string>()
    const earlyScript = bundle.early && read(requireChunk(manifest, bundle.early).file)

    const buildHead = (source: string, isReadable: boolean): string => {
      const entry = requireChunk(manifest, bundle.entry)
      const chunks = [...new Set([entry, ...collectChunks(manifest, bundle.entry), ...collectChunks(manifest, source)])]
      const styles = [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => {
        const style = styleTexts.get(file) ?? read(file)
        styleTexts.set(file, style)
        return style
      })
      for (const style of styles) inline.styles.add(hashForPolicy(style))
      const paths = chunks.map(({ file }) => `/${file}`)
      if (earlyScript) inline.scripts.add(hashForPolicy(earlyScript))
      const scripts =
        isReadable && earlyScript
          ? `<script data-scripts="${paths.join(' ')}">${earlyScript}</script>`
          : `${earlyScript ? `<script>${earlyScript}</script>` : ''}${loadImmediately(paths)}`
      // Concatenated rather than joined: all heads then share the 60 kB string of a style instead of each having its own
      // copy.
      return styles.reduceRight((rest, style) => `<style>${style}</style>${rest}`, scripts)
    }

    for (const id of bundle.pageIds) headsById.set(id, buildHead(findSource(manifest, id), bundle.readableIds.has(id)))
    headsById.set(bundle.nowhereId, buildHead(bundle.entry, bundle.early !== undefined))
  }
  const [{ nowhereId }] = bundles
  return { find: (pageId) => headsById.get(pageId) ?? (headsById.get(nowhereId) as string), inline }
}

const loadImmediately = ([entry, ...others]: readonly string[]): string =>
  [
    `<script type="module" src="${entry}"></script>`,
    ...others.map((path) => `<link rel="modulepreload" href="${path}">`),
  ].join('')

function collectChunks(manifest: Manifest, source: string, chunks = new Set<Chunk>()): Set<Chunk> {
  const chunk = requireChunk(manifest, source)
  if (chunks.has(chunk)) return chunks
  chunks.add(chunk)
  for (const imported of chunk.imports ?? []) collectChunks(manifest, imported, chunks)
  return chunks
}

/** An id is the end of a file's path: every page's first script lists the shop's, so they omit the folders. */
const findSource = (manifest: Manifest, id: string): string =>
  Object.keys(manifest).find((source) => source.endsWith(`/${id}.tsx`)) ?? id

function requireChunk(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source]
  if (!chunk)
    throw new Error(`The built pages do not contain ${source}: a page's ID must name its file (src/web/routes.tsx)`)
  return chunk
}
