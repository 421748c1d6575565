import { callPaths, contentPagePath, contentPaths, fileFolders, pagePaths, pagePatterns } from '#contract/paths.ts'
import { readLocalPath } from '#domain/text/link-target.ts'
import { readFormerPath } from '#domain/text/redirect-url.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findPublished, findTargets } from './document.queries.ts'

const PAGES: ReadonlySet<string> = new Set(Object.values(pagePaths).filter((path) => !contentPaths.includes(path)))
/** Paths below these are not looked up: files, and addresses that redirect. */
const OTHERS = [fileFolders.uploads, callPaths.GET.productDocument.replace(':file', ''), '/collections', '/products']
const ID = /^(.*\/)([1-9]\d{0,8})$/
const PRODUCTS = pagePatterns.product.replace(':product_id', '')
const POSTS = pagePatterns.post.replace(':post_id', '')

/** Returns the links to pages of the shop that visitors cannot open now. */
export async function findDeadLinks(db: Database, links: readonly string[]): Promise<string[]> {
  const paths = new Map([...new Set(links)].flatMap((link) => toEntry(link)))
  const unknown = [...paths].filter(([, path]) => !PAGES.has(path) && !OTHERS.some((folder) => path.startsWith(folder)))
  if (unknown.length === 0) return []
  const idsBelow = (folder: string) =>
    unknown.flatMap(([, path]) => {
      const [, below, id] = ID.exec(path) ?? []
      return below === folder ? Number(id) : []
    })
  const [pages, targets] = await Promise.all([
    findPublished(db, 'page'),
    findTargets(db, {
      products: idsBelow(PRODUCTS),
      posts: idsBelow(POSTS),
      redirects: unknown.flatMap(([, path]) => readFormerPath(path) ?? []),
    }),
  ])
  const alive = new Set([
    ...pages.map(({ slug }) => contentPagePath(slug)),
    ...targets.products.map((id) => PRODUCTS + id),
    ...targets.posts.map((id) => POSTS + id),
  ])
  const redirects = new Set(targets.redirects)
  return unknown
    .filter(([, path]) => !alive.has(path) && !redirects.has(readFormerPath(path) ?? ''))
    .map(([link]) => link)
}

function toEntry(link: string): [link: string, path: string][] {
  const path = readLocalPath(link)
  return path === undefined ? [] : [[link, path]]
}
