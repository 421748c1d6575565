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
    return environment
  },
} satisfies Environment
