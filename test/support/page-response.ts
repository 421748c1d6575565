import { HYDRATION_ID, type Hydration } from '#web/api/hydration.ts'
import { PERSONAL_ID } from '#web/api/personal.ts'
import type { Browser } from './browser.ts'

const MOST_REDIRECTS = 5

/** Requests a page like a browser does; returns the path at which it ends and the document. */
export async function followRedirects(browser: Browser, target: string): Promise<{ path: string; html: string }> {
  let url = new URL(target, location.href)
  for (let count = 0; count < MOST_REDIRECTS; count++) {
    const path = url.pathname + url.search
    const { headers, body } = await browser.inject({ url: path, headers: { accept: 'text/html' } })
    if (headers.location === undefined) return { path, html: body }
    url = new URL(headers.location, url)
  }
  throw new Error(`${target} redirects again and again.`)
}

type PersonalBlock = { text: string; isRendered: boolean }

/** Takes the two blocks of data out of a page. */
export function parsePage(html: string): { personal: PersonalBlock; hydration: Hydration } {
  const [, attribute = '', text = ''] = findBlock(html, PERSONAL_ID)
  const [, , answers = ''] = findBlock(html, HYDRATION_ID)
  return {
    personal: { text, isRendered: attribute.includes('data-rendered') },
    hydration: JSON.parse(answers) as Hydration,
  }
}

function findBlock(html: string, id: string): RegExpExecArray {
  const block = new RegExp(`<script type="application/json" id="${id}"([^>]*)>(.*?)</script>`, 's').exec(html)
  if (!block) throw new Error(`The response has no block “${id}”: ${html.slice(0, 500)}`)
  return block
}

/** Puts the visitor's state where the page's scripts expect it. */
export function placePersonalBlock(personal: PersonalBlock | undefined): void {
  document.getElementById(PERSONAL_ID)?.remove()
  if (!personal) return
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = PERSONAL_ID
  block.textContent = personal.text
  if (personal.isRendered) block.dataset.rendered = ''
  document.head.append(block)
}
