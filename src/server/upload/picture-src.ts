import { fileFolders } from '#contract/paths.ts'

/** Address of a stored picture without size and format; a page adds `-640.avif` and the like. */
export const pictureSrc = (file: string): string => fileFolders.uploads + file
