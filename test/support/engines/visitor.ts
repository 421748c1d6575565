import { type Engine, EngineError } from './engine.ts'
import { type ControlQuery, chooseOption, findControl, focusedValue, isHydrated, selectAt } from './in-page.ts'

const TIMEOUT_MS = 30_000
const POLL_MS = 100

/** Errors of a page that is being left; the step is retried on the next page. */
const NAVIGATION_ERRORS = new Set([
  'no such frame',
  'no such window',
  'javascript error',
  'stale element reference',
  'unknown error',
])

type NamedControl = Omit<ControlQuery, 'role'>
const toQuery = (name: string | NamedControl): NamedControl => (typeof name === 'string' ? { name } : name)

/** User actions in a window of an engine, by mouse and keyboard; each step waits until it is possible. */
export function createVisitor(engine: Engine, baseUrl: string) {
  async function waitUntil<Value>(
    label: string,
    check: () => Promise<Value | undefined | false>,
    timeoutMs = TIMEOUT_MS,
  ): Promise<Value> {
    const deadline = Date.now() + timeoutMs
    let lastError: unknown
    while (Date.now() < deadline) {
      try {
        const value = await check()
        if (value) return value
      } catch (error) {
        if (!(error instanceof EngineError) || !NAVIGATION_ERRORS.has(error.code)) throw error
        lastError = error
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    throw new Error(`Not within ${timeoutMs} ms: ${label}`, { cause: lastError })
  }

  async function locate(query: ControlQuery): Promise<{ x: number; y: number }> {
    let lastState = ''
    try {
      return await waitUntil(`${query.role} “${query.name}”`, async () => {
        const { state, detail, x, y } = await engine.call(findControl, query)
        lastState = `${state}${detail ? `: ${detail}` : ''}`
        return state === 'ready' && { x, y }
      })
    } catch (error) {
      throw new Error(`${(error as Error).message} (${lastState}) at ${await url()}`, { cause: error })
    }
  }

  async function click(query: ControlQuery): Promise<{ x: number; y: number }> {
    const point = await locate(query)
    await engine.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', ...point },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
    return point
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
    waitUntil,
    type,
    click: (role: ControlQuery['role'], name: string | NamedControl) => click({ role, ...toQuery(name) }),
    expectControl: (role: ControlQuery['role'], name: string | NamedControl) =>
      locate({ role, ...toQuery(name) }).then(() => undefined),
    /** Opens a path of the shop and waits for hydration. */
    async open(path: string): Promise<void> {
      await engine.navigate(baseUrl + path)
      await waitUntil(`scripts of ${path}`, () => engine.call(isHydrated))
    },
    async fill(name: string | NamedControl, text: string): Promise<void> {
      // Clicks again if the field moved while the layout settled.
      await waitUntil(`focus in ${toQuery(name).name}`, async () => {
        const { x, y } = await click({ role: 'field', ...toQuery(name) })
        return engine.call(selectAt, x, y)
      })
      await type(text)
      const expected = text.replaceAll(/\W/g, '')
      await waitUntil(`${toQuery(name).name} holds “${text}”`, async () =>
        // Phone numbers are masked, so only their digits are compared.
        (await engine.call(focusedValue)).replaceAll(/\W/g, '').includes(expected),
      )
    },
    async selectOption(name: string | NamedControl, option: string): Promise<void> {
      const { x, y } = await locate({ role: 'field', ...toQuery(name) })
      await waitUntil(`“${option}” chosen`, () =>
        engine
          .call((x: number, y: number) => document.elementFromPoint(x, y)?.closest('select')?.focus(), x, y)
          .then(() => engine.call(chooseOption, option)),
      )
    },
    /** Waits for text on the page. */
    expectText: (text: string): Promise<true> =>
      waitUntil(`the page says “${text}”`, async () =>
        engine.call(
          (text: string) => document.body.innerText.replace(/\s+/g, ' ').toLowerCase().includes(text.toLowerCase()),
          text,
        ),
      ),
    expectPath: (path: RegExp): Promise<string> =>
      waitUntil(`the window is at ${path}`, async () => {
        const current = await url()
        return path.test(current) && current
      }),
  }
  return visitor
}

export type Visitor = ReturnType<typeof createVisitor>
