import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { htmlEscape } from 'escape-goat'
import type { Page } from 'playwright/test'
import { CALL, scriptAttempts } from './script-payloads.ts'

/** Documents per page: more slow Chromium down, fewer slow loading down. */
const FRAMES = 60

/**
 * Parts of every page's head without user text; removed from each frame because loading them takes most of the time.
 */
const STRIPPED_PARTS = [
  ['<style>/*! tailwindcss', '</style>'],
  ['<script data-scripts="/assets/', '</script>'],
] as const

/** Browser options: no policy blocks scripts, and no request leaves this machine. */
export const unprotectedBrowser = { bypassCSP: true, proxy: { server: 'http://127.0.0.1:9', bypass: '127.0.0.1' } }

/** Serves a page that displays documents. Routing every request through the test would take most of its time. */
export async function buildStage() {
  let content = ''
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(request.url === '/' ? content : undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    set(html: string) {
      content = html
    },
    close: () => server.close().closeAllConnections(),
  }
}
export type Stage = Awaited<ReturnType<typeof buildStage>>

/** Watches a page opened with `unprotected` for attempts that execute. */
export async function watchScripts(page: Page, stage: Stage) {
  const executed = new Set<string>()
  await page.exposeFunction(CALL, (number: number) => {
    executed.add(`ran: ${scriptAttempts[number]}`)
  })
  const inspect = async () => {
    for (const attribute of await page.evaluate(findDangerousAttributes))
      executed.add(`dangerous attribute: ${attribute}`)
  }

  return {
    /** Attempts that executed, or would on user input. */
    executed,
    inspect,
    /** Opens a URL of the shop like a visitor, including its scripts. */
    async visit(url: string): Promise<void> {
      await page.goto(url)
      await inspect()
    },
    /** Displays each document in a separate frame and interacts with everything in it. */
    async render(documents: readonly string[]): Promise<void> {
      for (let start = 0; start < documents.length; start += FRAMES) {
        const frames = documents
          .slice(start, start + FRAMES)
          .map((html) => `<iframe srcdoc="${htmlEscape(stripParts(html))}"></iframe>`)
        stage.set(frames.join(''))
        await page.goto(stage.url)
        await inspect()
        await page.evaluate(triggerAllEvents)
      }
    },
  }
}

const stripParts = (html: string): string =>
  STRIPPED_PARTS.reduce((rest, [start, end]) => {
    const offset = rest.indexOf(start)
    return offset < 0 ? rest : rest.slice(0, offset) + rest.slice(rest.indexOf(end, offset) + end.length)
  }, html)

/** Inspects the page, or each of its frames if there are any. */
function findDangerousAttributes(): string[] {
  const scheme = /^(?:javascript|vbscript|data:text)/i
  const textAttributes = ['value', 'title', 'alt', 'content', 'aria-label']
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
    .filter(({ name }) => !textAttributes.includes(name))
    .map(({ name, value }) => `${name}="${value}"`)
}

/** Dispatches every event that a handler might wait for, and clicks every link, without leaving the page. */
async function triggerAllEvents(): Promise<void> {
  const events =
    'load error click mouseover mouseenter pointerenter focus toggle submit animationstart animationend transitionend begin end start'
  const scripted = /^\s*javascript:/i
  for (const frame of document.querySelectorAll('iframe')) {
    const frameDocument = frame.contentDocument
    if (!frameDocument) continue
    frameDocument.addEventListener('click', (event) => {
      const link = (event.target as Element).closest?.('a, area')
      if (link && !scripted.test(link.getAttribute('href') ?? '')) event.preventDefault()
    })
    frameDocument.addEventListener('submit', (event) => event.preventDefault())
    for (const element of frameDocument.querySelectorAll('*')) {
      for (const type of events.split(' ')) EventTarget.prototype.dispatchEvent.call(element, new Event(type))
      if ('click' in element && typeof element.click === 'function') element.click()
    }
  }
  // Effects of a click or a failed image arrive a moment later.
  await new Promise((resolve) => setTimeout(resolve, 200))
}
