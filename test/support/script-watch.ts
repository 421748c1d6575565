import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { htmlEscape } from 'escape-goat'
import type { Page } from 'playwright/test'
import { CALL, scriptAttempts } from './script-attempts.ts'

/** Documents per page: more slow Chromium down, fewer slow loading down. */
const FRAMES = 60

/**
 * Parts of every page's head without user text; removed from each frame because loading them takes most of the time.
 */
const OWN = [
  ['<style>/*! tailwindcss', '</style>'],
  ['<script data-scripts="/assets/', '</script>'],
] as const

/** Browser options: no policy blocks scripts, and no request leaves this machine. */
export const unprotected = { bypassCSP: true, proxy: { server: 'http://127.0.0.1:9', bypass: '127.0.0.1' } }

/** Serves a page that displays documents. Routing every request through the test would take most of its time. */
export async function buildStage() {
  let shown = ''
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(request.url === '/' ? shown : undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    set(html: string) {
      shown = html
    },
    close: () => server.close().closeAllConnections(),
  }
}
export type Stage = Awaited<ReturnType<typeof buildStage>>

/** Watches a page opened with `unprotected` for attempts that execute. */
export async function watchScripts(page: Page, stage: Stage) {
  const found = new Set<string>()
  await page.exposeFunction(CALL, (number: number) => {
    found.add(`ran: ${scriptAttempts[number]}`)
  })
  const look = async () => {
    for (const attribute of await page.evaluate(dangerousAttributes)) found.add(`dangerous attribute: ${attribute}`)
  }

  return {
    /** Attempts that executed, or would on user input. */
    found,
    look,
    /** Opens a URL of the shop like a visitor, including its scripts. */
    async visit(url: string): Promise<void> {
      await page.goto(url)
      await look()
    },
    /** Displays each document in a separate frame and interacts with everything in it. */
    async show(documents: readonly string[]): Promise<void> {
      for (let start = 0; start < documents.length; start += FRAMES) {
        const frames = documents
          .slice(start, start + FRAMES)
          .map((html) => `<iframe srcdoc="${htmlEscape(withoutOwn(html))}"></iframe>`)
        stage.set(frames.join(''))
        await page.goto(stage.url)
        await look()
        await page.evaluate(touchEverything)
      }
    },
  }
}

const withoutOwn = (html: string): string =>
  OWN.reduce((rest, [start, end]) => {
    const at = rest.indexOf(start)
    return at < 0 ? rest : rest.slice(0, at) + rest.slice(rest.indexOf(end, at) + end.length)
  }, html)

/** Inspects the page, or each of its frames if there are any. */
function dangerousAttributes(): string[] {
  const scheme = /^(?:javascript|vbscript|data:text)/i
  const shown = ['value', 'title', 'alt', 'content', 'aria-label']
  const frames = [...document.querySelectorAll('iframe')].flatMap(({ contentDocument }) => contentDocument ?? [])
  // Called through the prototype: fields of a form can shadow its own properties.
  const { getAttributeNames, getAttribute } = Element.prototype
  const attributes = (frames.length > 0 ? frames : [document]).flatMap((root) =>
    [...root.querySelectorAll('*')].flatMap((element) =>
      getAttributeNames.call(element).map((name) => ({ name, value: getAttribute.call(element, name) ?? '' })),
    ),
  )
  return attributes
    .filter(({ name, value }) => /^on/i.test(name) || scheme.test(value.replace(/[^!-~]/g, '')))
    .filter(({ name }) => !shown.includes(name))
    .map(({ name, value }) => `${name}="${value}"`)
}

/** Dispatches every event that a handler might wait for, and clicks every link, without leaving the page. */
async function touchEverything(): Promise<void> {
  const events =
    'load error click mouseover mouseenter pointerenter focus toggle submit animationstart animationend transitionend begin end start'
  const scripted = /^\s*javascript:/i
  for (const frame of document.querySelectorAll('iframe')) {
    const inside = frame.contentDocument
    if (!inside) continue
    inside.addEventListener('click', (event) => {
      const link = (event.target as Element).closest?.('a, area')
      if (link && !scripted.test(link.getAttribute('href') ?? '')) event.preventDefault()
    })
    inside.addEventListener('submit', (event) => event.preventDefault())
    for (const element of inside.querySelectorAll('*')) {
      for (const type of events.split(' ')) EventTarget.prototype.dispatchEvent.call(element, new Event(type))
      if ('click' in element && typeof element.click === 'function') element.click()
    }
  }
  // Effects of a click or a failed picture arrive a moment later.
  await new Promise((resolve) => setTimeout(resolve, 200))
}
