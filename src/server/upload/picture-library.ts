import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

/** Loaded with the first picture: with what it brings it is ten megabytes that most runs of the shop never need. */
export function pictureLibrary(): Promise<typeof sharp> {
  loading ??= import('sharp').then((loaded) => {
    // Each picture is read once: what the library would remember of it is only memory.
    loaded.default.cache(false)
    return loaded.default
  })
  return loading
}
