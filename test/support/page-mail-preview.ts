import { within } from '@testing-library/react'
import type { Browser } from './browser.ts'

/** The email that the open page posts into its preview frame, as the server renders it for the recipient. */
export async function renderMailPreview(browser: Browser) {
  const form = document.querySelector<HTMLFormElement>('form[target="mail-preview"]')
  if (!form) throw new Error('The page has no preview of an email.')
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  const response = await browser.inject({
    method: 'POST',
    url: new URL(form.action, location.href).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  return within(new DOMParser().parseFromString(response.payload, 'text/html').body)
}
