import { iconPaths } from '#contract/paths.ts'
import type { AccentShades, Theme } from '#domain/brand/accent.ts'
import type { DisplayFont } from '#domain/brand/display-fonts.ts'
import { displayFontFiles, fontFaces, fontStack } from './display-fonts.ts'

/** The part of the shop's look that is in the head of every page. */
export type BrandLook = {
  displayFont: DisplayFont
  /** Undefined for the colors of `theme.css`. */
  shades: Readonly<Record<Theme, AccentShades>> | undefined
  /** The icon is a drawing and not a picture. */
  drawnIcon: boolean
  iconVersion: string
}

/** Requests the font for titles together with that for texts. */
export const preloadTag = ({ displayFont }: Pick<BrandLook, 'displayFont'>): string =>
  `<link rel="preload" href="${displayFontFiles[displayFont].url}" as="font" type="font/woff2" crossorigin>`

/** Links to the icons. */
export function iconLinks({ drawnIcon, iconVersion: version }: BrandLook): string {
  const icon = drawnIcon
    ? `<link rel="icon" href="${iconPaths.svg}?v=${version}" type="image/svg+xml">`
    : `<link rel="icon" href="${iconPaths.small}?v=${version}" type="image/png" sizes="192x192">`
  return [
    icon,
    `<link rel="apple-touch-icon" href="${iconPaths.touch}?v=${version}">`,
    `<link rel="manifest" href="${iconPaths.manifest}?v=${version}">`,
  ].join('')
}

/** Styles that replace those of the theme; empty for the shop's default look. */
export function brandStyle({ displayFont, shades }: Pick<BrandLook, 'displayFont' | 'shades'>): string {
  const font = displayFontFiles[displayFont]
  return [
    displayFont === 'fraunces' ? '' : `${fontFaces(font)}:root{--font-display:${fontStack(font)}}`,
    shades
      ? `:root{${colors(shades.light)}}@media screen and (prefers-color-scheme:dark){:root{${colors(shades.dark)}}}`
      : '',
  ].join('')
}

const colors = ({ accent, accentDeep, onAccent }: AccentShades): string =>
  `--color-accent:${accent};--color-accent-deep:${accentDeep};--color-on-accent:${onAccent}`
