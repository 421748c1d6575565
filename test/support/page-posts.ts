import { expect } from 'vitest'
import { CSRF_HEADER } from '#contract/base/limits.ts'
import { csrfToken } from '#web/api/personal.ts'
import type { Browser } from './browser.ts'
import { encodeBody } from './page-forms.ts'

/** Saves a post of the open page's user through the page's own call; returns its id. */
export async function writePost(browser: Browser, fields: Record<string, string>): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { payload = '', type = '' } = await encodeBody(form)
  const headers = { [CSRF_HEADER]: csrfToken(), 'content-type': type }
  const response = await browser.inject({ method: 'POST', url: '/account/posts/save', headers, payload })
  expect([response.statusCode, response.body]).toEqual([200, response.body])
  return response.json<{ data: { id: number }[] }>().data[0]?.id ?? 0
}

/** The JSON-LD blocks of a page. */
export const readStructuredData = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) => JSON.parse(json ?? ''))
