import { globSync } from 'node:fs'
import { freePort } from '../../../bench/support/server.ts'
import { type Engine, EngineError, findInstalled, startProgram, WINDOW, waitForLine } from './engine.ts'

type WebKit = { driver: string; browser: string; screen: string }

/** WebKitGTK's driver with its minimal browser, which needs a display: a virtual one. */
export function findWebKit(): WebKit | undefined {
  const driver = findInstalled(['/usr/bin/WebKitWebDriver'])
  const screen = findInstalled(['/usr/bin/Xvfb'])
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  return driver && screen && browser ? { driver, browser, screen } : undefined
}

/** Key of element references in responses, fixed by the standard. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Starts WebKitGTK, which is driven by WebDriver over HTTP. */
export async function startWebKit({ driver, browser, screen }: WebKit): Promise<Engine> {
  const programs: ReturnType<typeof startProgram>[] = []
  const stop = async () => {
    for (const program of programs.toReversed()) await program.stop()
  }
  const start = (...args: Parameters<typeof startProgram>) => {
    const program = startProgram(...args)
    programs.push(program)
    return program
  }
  try {
    // The display server prints the number of a free display.
    const size = `${WINDOW.width + 200}x${WINDOW.height + 200}x24`
    const display = await waitForLine(
      start(screen, ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp', '-noreset']),
      /^(\d+)$/m,
    )
    const port = await freePort()
    const program = start(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      DISPLAY: `:${display}`,
      WAYLAND_DISPLAY: '',
      GDK_BACKEND: 'x11',
      GTK_A11Y: 'none',
      NO_AT_BRIDGE: '1',
    })
    const root = `http://127.0.0.1:${port}`
    await waitUntilListening(`${root}/status`, program.child)
    const options = { binary: browser, args: ['--automation'] }
    const { sessionId } = await request<{ sessionId: string }>(`${root}/session`, 'POST', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })
    const session = `${root}/session/${sessionId}`
    const send = <Result = unknown>(path: string, body: object = {}) => request<Result>(session + path, 'POST', body)
    const run = <Result>(script: string, args: readonly unknown[]) =>
      send<Result>('/execute/async', { script, args: args })
    await send('/timeouts', { script: 30_000, pageLoad: 60_000, implicit: 0 })
    // The window size includes its frame.
    await send('/window/rect', WINDOW)
    const frame = await run<{ width: number; height: number }>(
      'arguments[0]({ width: outerWidth - innerWidth, height: outerHeight - innerHeight })',
      [],
    )
    await send('/window/rect', { width: WINDOW.width + frame.width, height: WINDOW.height + frame.height })

    return {
      navigate: async (url) => void (await send('/url', { url })),
      async call(body, ...args) {
        const script = `const done = arguments[0];
          (async () => JSON.stringify(await (${body})(...${JSON.stringify(args)})))()
            .then((result) => done({ result }), (error) => done({ error: String(error) }))`
        const { result, error } = await run<{ result?: string; error?: string }>(script, [])
        if (error !== undefined) throw new EngineError('javascript error', error)
        return result === undefined ? undefined : JSON.parse(result)
      },
      async perform(actions) {
        await send('/actions', { actions })
      },
      async setFiles(files) {
        const element = await send<{ [ELEMENT]: string }>('/element', {
          using: 'css selector',
          value: 'input[type=file]',
        })
        await send(`/element/${element[ELEMENT]}/value`, { text: files.join('\n') })
      },
      clearCookies: async () => void (await request(`${session}/cookie`, 'DELETE')),
      screenshot: async () => Buffer.from(await request<string>(`${session}/screenshot`, 'GET'), 'base64'),
      async close() {
        await request(session, 'DELETE').finally(stop)
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function request<Result>(url: string, method: string, body?: object): Promise<Result> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
  if (!response.ok) throw new EngineError(value.error ?? String(response.status), value.message ?? '')
  return value
}

/** Waits until a program that was just started accepts connections. */
async function waitUntilListening(
  url: string,
  { exitCode, spawnfile }: { exitCode: number | null; spawnfile: string },
) {
  for (let attempt = 0; ; attempt++) {
    try {
      await fetch(url)
      return
    } catch (error) {
      if (attempt === 100 || exitCode !== null) throw new Error(`${spawnfile} does not respond`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
