import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { type BrandBody, defaultBrand } from '#contract/content/brand.ts'
import { logoPaths } from '#contract/paths.ts'
import { readPublished } from '#server/content/documents/read-documents.ts'
import { loadPictureLibrary } from '#server/content/uploads/picture-library.ts'
import { type FileStore, StoreUnavailable } from '#server/platform/files/file-store.ts'
import type { Services } from '#server/platform/services.ts'
import { type Brand, type BrandLogo, findShades, plainBrand } from '#server/platform/settings/brand.ts'

type BrandDeps = Pick<Services, 'db' | 'files' | 'config'>

/** Pixels of a logo, enough for the header of a page on a fine screen and for documents. */
const LOGO_WIDTH = 960
const LOGO_HEIGHT = 144

/** Reads the published brand with its logos. */
export async function loadBrand(deps: BrandDeps): Promise<Brand> {
  const body = await readPublished(deps.db, 'brand')
  return isDeepStrictEqual(body, defaultBrand) ? plainBrand : makeBrand(deps, body)
}

/** Prepares a brand for pages, emails and documents; a logo whose file is missing is left out. */
export async function makeBrand(deps: Pick<BrandDeps, 'files' | 'config'>, body: BrandBody): Promise<Brand> {
  const version = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 10)
  const [logo, darkLogo] = await Promise.all([
    loadLogo(deps, body.logo, `${logoPaths.light}?v=${version}`),
    loadLogo(deps, body.logo_dark, `${logoPaths.dark}?v=${version}`),
  ])
  return { body, shades: findShades(body), logo, darkLogo: logo && darkLogo, version }
}

async function loadLogo(
  { files, config }: Pick<BrandDeps, 'files' | 'config'>,
  src: string | null,
  path: string,
): Promise<BrandLogo | undefined> {
  if (src === null) return undefined
  const opened = await openOrSkip(files, src.slice(src.lastIndexOf('/') + 1))
  if (!opened || opened === 'no_such_range') return undefined
  const [sharp, stored] = await Promise.all([loadPictureLibrary(), buffer(opened.content)])
  const { data, info } = await sharp(stored)
    .resize({ width: LOGO_WIDTH, height: LOGO_HEIGHT, fit: 'inside', withoutEnlargement: true })
    // Email programs and documents show no WebP.
    .png({ palette: true })
    .toBuffer({ resolveWithObject: true })
  return { path, url: config.publicUrl + path, png: data, width: info.width, height: info.height }
}

/** A store that does not respond must not keep the shop from starting: its name is shown instead. */
async function openOrSkip(files: FileStore, name: string) {
  try {
    return await files.open(name)
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}
