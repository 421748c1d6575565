import { createHash } from 'node:crypto'
import { type BrandBody, defaultBrand } from '#contract/content/brand.ts'
import { type AccentShades, fitAccent, type Theme } from '#domain/brand/accent.ts'

/** A logo as a PNG picture for pages, emails and documents. `path` is its URL on the shop. */
export type BrandLogo = { path: string; url: string; png: Buffer; width: number; height: number }

/** The published look of the shop. */
export type Brand = {
  body: BrandBody
  /** Undefined for the colors of the theme. */
  shades: Readonly<Record<Theme, AccentShades>> | undefined
  logo: BrandLogo | undefined
  darkLogo: BrandLogo | undefined
  /** Changes with the brand; part of the URLs of its logos. */
  version: string
}

/** Derives the shades of the accent color from a checked body. */
export const findShades = ({ accent }: Pick<BrandBody, 'accent'>): Brand['shades'] =>
  accent === null ? undefined : { light: fitAccent(accent, 'light').shades, dark: fitAccent(accent, 'dark').shades }

/** Version of the icons and the manifest, which show the shop's name as well; part of their URLs. */
export const findIconVersion = (name: string, { version }: Pick<Brand, 'version'>): string =>
  createHash('sha256').update(`${version} ${name}`).digest('hex').slice(0, 10)

/** The brand of a shop that has not published one. */
export const plainBrand: Brand = {
  body: defaultBrand,
  shades: undefined,
  logo: undefined,
  darkLogo: undefined,
  version: '0',
}
