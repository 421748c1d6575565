import { readFileSync } from 'node:fs'

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

const ENTRY = 'src/web/entry.client.tsx'

/**
 * What a page's head loads: the stylesheet, the entry script, and early on the scripts it would ask for next. Reads the
 * browser build's manifest; throws if a page's file is not in it.
 */
export function readHeads(manifestFile: string, pageIds: readonly string[]): (pageId: string) => string {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const heads = new Map(pageIds.map((id) => [id, head(manifest, `src/web/${id}.tsx`)]))
  const plain = head(manifest, ENTRY)
  return (pageId) => heads.get(pageId) ?? plain
}

function head(manifest: Manifest, source: string): string {
  const entry = chunkOf(manifest, ENTRY)
  const chunks = new Set([entry, ...withImports(manifest, ENTRY), ...withImports(manifest, source)])
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
