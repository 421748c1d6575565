import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { htmlEscape } from 'escape-goat'
import type { Page } from 'playwright/test'
import { CALL, scriptAttempts } from './script-attempts.ts'

/** Documents in one page: more make Chromium slow, fewer make loading them slow. */
const FRAMES = 60

/** What stands in the head of every page of the shop and holds nobody's text: in each frame anew it takes most of the time. */
const OWN = [
  ['<style>/*! tailwindcss', '</style>'],
  ['<script data-scripts="/assets/', '</script>'],
] as const

/** How a browser is opened for this: no policy stops a script, and nothing leaves this machine. */
export const unprotected = { bypassCSP: true, proxy: { server: 'http://127.0.0.1:9', bypass: '127.0.0.1' } }

/** A page to show documents in. To route every request through the test would take most of its time. */
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

/** Watches a page, opened as `unprotected`, for attempts that come to run. */
export async function watchScripts(page: Page, stage: Stage) {
  const found = new Set<string>()
  await page.exposeFunction(CALL, (number: number) => {
    found.add(`ran: ${scriptAttempts[number]}`)
  })
  const look = async () => {
    for (const attribute of await page.evaluate(dangerousAttributes)) found.add(`stands there: ${attribute}`)
  }

  return {
    /** What ran, and what would as soon as somebody touched it. */
    found,
    look,
    /** Opens a URL of the shop as a visitor does, scripts of the shop included. */
    async visit(url: string): Promise<void> {
      await page.goto(url)
      await look()
    },
    /** Shows documents, each in a frame of its own, and touches everything in them. */
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

/** In the page, or in each of its frames if it has some. */
function dangerousAttributes(): string[] {
  const scheme = /^(?:javascript|vbscript|data:text)/i
  const shown = ['value', 'title', 'alt', 'content', 'aria-label']
  const frames = [...document.querySelectorAll('iframe')].flatMap(({ contentDocument }) => contentDocument ?? [])
  // Through the prototype: a form's fields can stand in the place of its own properties.
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

/** Every event that a handler might wait for, and a click on every link; none of them leads away from the page. */
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
  // What a click or a picture that fails sets off comes a moment later.
  await new Promise((resolve) => setTimeout(resolve, 200))
}
