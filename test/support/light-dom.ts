import * as PropertySymbol from 'happy-dom/lib/PropertySymbol.js'
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const dom = builtinEnvironments['happy-dom']

/** A light DOM around code that is transformed for Node, because the tests of pages run the server, too. */
export default {
  ...dom,
  name: 'light-dom',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const environment = await dom.setup(global, options)
    // React warns of elements with this tag; happy-dom gives it to <search>, too.
    Object.defineProperty(global.HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })
    // Frames stay empty: only a browser renders another document; `page-mail-preview.ts` reads the one of an email.
    global.HTMLFormElement.prototype.submit = () => {}
    const { connectedToDocument } = PropertySymbol
    global.HTMLIFrameElement.prototype[connectedToDocument] = global.HTMLElement.prototype[connectedToDocument]
    // Updates without an animation, which is what a browser does for a hidden page.
    global.document.startViewTransition = (update: () => Promise<void>) => {
      const finished = Promise.resolve(update())
      return { ready: finished, updateCallbackDone: finished, finished, skipTransition() {} }
    }
    addPopovers(global)
    return environment
  },
} satisfies Environment

/** happy-dom has no popovers: these open and close, but ignore Escape and clicks outside. */
function addPopovers({ document, Element, Event, HTMLElement }: typeof globalThis): void {
  const opened = new WeakSet<Element>()
  const { matches } = Element.prototype
  Element.prototype.matches = function (this: Element, selector: string) {
    return selector === ':popover-open' ? opened.has(this) : matches.call(this, selector)
  } as Element['matches']
  function toggle(element: Element, open = !opened.has(element)): boolean {
    if (opened.has(element) === open) return open
    const [oldState, newState] = open ? ['closed', 'open'] : ['open', 'closed']
    element.dispatchEvent(Object.assign(new Event('beforetoggle'), { oldState, newState }))
    open ? opened.add(element) : opened.delete(element)
    element.dispatchEvent(Object.assign(new Event('toggle'), { oldState, newState }))
    return open
  }
  Object.assign(HTMLElement.prototype, {
    showPopover(this: Element) {
      toggle(this, true)
    },
    hidePopover(this: Element) {
      toggle(this, false)
    },
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[popovertarget]') : null
    const panel = document.getElementById(button?.getAttribute('popovertarget') ?? '')
    if (panel) toggle(panel)
  })
}
