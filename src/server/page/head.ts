import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle } from '#web/bundles.ts'

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

/**
 * What a page's head loads: the stylesheet, the entry script, and early on the scripts it would ask for next. Reads the
 * manifests of the browser builds in `dist`; throws if a page's file is not in its bundle's.
 */
export function readHeads(dist: string, bundles: readonly [Bundle, ...Bundle[]]): (pageId: string) => string {
  const [shop] = bundles
  const heads = new Map(
    bundles.flatMap((bundle) => {
      const manifest = readManifest(dist, bundle)
      return bundle.pageIds.map((id) => [id, head(manifest, bundle, `src/web/${id}.tsx`)] as const)
    }),
  )
  const plain = head(readManifest(dist, shop), shop, shop.entry)
  return (pageId) => heads.get(pageId) ?? plain
}

const readManifest = (dist: string, { name }: Bundle): Manifest =>
  JSON.parse(readFileSync(join(dist, name, '.vite/manifest.json'), 'utf8'))

function head(manifest: Manifest, { entry: entrySource }: Bundle, source: string): string {
  const entry = chunkOf(manifest, entrySource)
  const chunks = new Set([entry, ...withImports(manifest, entrySource), ...withImports(manifest, source)])
  const list = [...chunks]
  const styles = new Set(list.flatMap((chunk) => chunk.css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" src="/${entry.file}"></script>`,
    ...list.slice(1).map((chunk) => `<link rel="modulepreload" href="/${chunk.file}">`),
  ].join('')
}

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
