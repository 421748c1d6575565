import type { Page } from 'playwright/test'
import type { StateGroup } from './check-states.ts'
import { changeResponse, expectText, press, restoreResponses } from './steps.ts'

const MEDIA = '/admin/content/media'

const upload = (name: string, bytes: Buffer) => (page: Page) =>
  page.getByLabel('Add pictures').setInputFiles([{ name, mimeType: 'image/png', buffer: bytes }])
/** One pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const mediaStates: StateGroup = {
  name: 'media library',
  as: 'manager',
  refusals: [415],
  states: [
    ['no pictures', changeResponse('**/admin/content/media.json*', () => ({ data: [], next: null, count: 0 })), MEDIA],
    ['pictures', restoreResponses, MEDIA, expectText(/ pictures$/)],
    ['pictures not found', `${MEDIA}?search=nothing-like-this`, expectText('No pictures found')],
    ['file that is no picture', MEDIA, upload('notes.png', Buffer.from('Not a picture')), expectText(/isn’t a JPEG/)],
    ['uploaded picture', upload('pixel.png', PIXEL), expectText('Uploaded 1.')],
    ['unused picture', press(/^pixel/, 'link'), expectText('Nothing shows this picture.')],
    ['change of the alt text', press('Change alt text')],
    ['deletion of a picture', press('Cancel'), press('Delete')],
    ['picture in use', `${MEDIA}?use=used&search=masque`, press(/place/, 'link'), expectText('It’s in use.')],
    ['replacement', press('Replace everywhere')],
  ],
}
