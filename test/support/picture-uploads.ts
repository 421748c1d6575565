import sharp from 'sharp'
import type { Browser } from './browser.ts'
import { requireOk } from './require-ok.ts'

/** Uploads a small picture as staff do, and returns its path without size and format. */
export async function uploadPicture(browser: Browser): Promise<string> {
  const background = '#8a3b2e'
  const content = await sharp({ create: { width: 40, height: 50, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'a.png')
  return requireOk(await browser.postForm('/admin/products/picture', form)).src
}
