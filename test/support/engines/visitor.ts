import { type Engine, EngineError } from './engine.ts'
import { type ControlQuery, chooseOption, findControl, focusedValue, isTakenOver, selectAt } from './in-page.ts'

const WAIT_MS = 30_000
const PAUSE_MS = 100

/** Errors of a page that is being left; the step is retried on the next page. */
const LEAVING = new Set([
  'no such frame',
  'no such window',
  'javascript error',
  'stale element reference',
  'unknown error',
])

type NamedControl = Omit<ControlQuery, 'role'>
const named = (name: string | NamedControl): NamedControl => (typeof name === 'string' ? { name } : name)

/** User actions in a window of an engine, by mouse and keyboard; each step waits until it is possible. */
export function visitorOf(engine: Engine, baseUrl: string) {
  async function until<Value>(
    what: string,
    look: () => Promise<Value | undefined | false>,
    waitMs = WAIT_MS,
  ): Promise<Value> {
    const end = Date.now() + waitMs
    let last: unknown
    while (Date.now() < end) {
      try {
        const value = await look()
        if (value) return value
      } catch (error) {
        if (!(error instanceof EngineError) || !LEAVING.has(error.code)) throw error
        last = error
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    throw new Error(`Not within ${waitMs} ms: ${what}`, { cause: last })
  }

  async function hit(wanted: ControlQuery): Promise<{ x: number; y: number }> {
    let seen = ''
    try {
      return await until(`${wanted.role} “${wanted.name}”`, async () => {
        const { state, by, x, y } = await engine.call(findControl, wanted)
        seen = `${state}${by ? `: ${by}` : ''}`
        return state === 'ready' && { x, y }
      })
    } catch (error) {
      throw new Error(`${(error as Error).message} (${seen}) at ${await url()}`, { cause: error })
    }
  }

  async function click(wanted: ControlQuery): Promise<{ x: number; y: number }> {
    const at = await hit(wanted)
    await engine.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', ...at },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
    return at
  }

  const type = (text: string) =>
    engine.perform([
      {
        type: 'key',
        id: 'keyboard',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ])

  const url = () => engine.call(() => location.pathname + location.search)

  const visitor = {
    engine,
    url,
    until,
    type,
    click: (role: ControlQuery['role'], name: string | NamedControl) => click({ role, ...named(name) }),
    isThere: (role: ControlQuery['role'], name: string | NamedControl) =>
      hit({ role, ...named(name) }).then(() => undefined),
    /** Opens a path of the shop and waits for hydration. */
    async open(path: string): Promise<void> {
      await engine.navigate(baseUrl + path)
      await until(`scripts of ${path}`, () => engine.call(isTakenOver))
    },
    async fill(name: string | NamedControl, text: string): Promise<void> {
      // Clicks again if the field moved while the layout settled.
      await until(`focus in ${named(name).name}`, async () => {
        const { x, y } = await click({ role: 'field', ...named(name) })
        return engine.call(selectAt, x, y)
      })
      await type(text)
      const plain = text.replaceAll(/\W/g, '')
      await until(`${named(name).name} holds “${text}”`, async () =>
        // Phone numbers are masked, so only their digits are compared.
        (await engine.call(focusedValue)).replaceAll(/\W/g, '').includes(plain),
      )
    },
    async choose(name: string | NamedControl, option: string): Promise<void> {
      const { x, y } = await hit({ role: 'field', ...named(name) })
      await until(`“${option}” chosen`, () =>
        engine
          .call((x: number, y: number) => document.elementFromPoint(x, y)?.closest('select')?.focus(), x, y)
          .then(() => engine.call(chooseOption, option)),
      )
    },
    /** Waits for a text on the page. */
    says: (text: string): Promise<true> =>
      until(`the page says “${text}”`, async () =>
        engine.call(
          (text: string) => document.body.innerText.replace(/\s+/g, ' ').toLowerCase().includes(text.toLowerCase()),
          text,
        ),
      ),
    isAt: (path: RegExp): Promise<string> =>
      until(`the window is at ${path}`, async () => {
        const at = await url()
        return path.test(at) && at
      }),
  }
  return visitor
}

export type Visitor = ReturnType<typeof visitorOf>
