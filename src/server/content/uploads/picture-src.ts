import { fileFolders } from '#contract/paths.ts'

/** Returns the URL of a stored picture without size and format; a page appends `-640.avif` and the like. */
export const toPictureSrc = (file: string): string => fileFolders.uploads + file

export const toPictureFile = (src: string): string => src.slice(fileFolders.uploads.length)
