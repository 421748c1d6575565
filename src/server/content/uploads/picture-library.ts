import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

/** Loaded with the first picture: with its dependencies it takes ten megabytes, which most processes never need. */
export function loadPictureLibrary(): Promise<typeof sharp> {
  loading ??= import('sharp').then((loaded) => {
    // Each picture is read once, so the library's cache would only cost memory.
    loaded.default.cache(false)
    return loaded.default
  })
  return loading
}
