import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, EngineError, firstInstalled, lineOf, startProgram, WINDOW } from './engine.ts'

export const installedFirefox = (): string | undefined =>
  firstInstalled(['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'])

/** Disables vendor pages, updates, and requests that are not the test's. */
const PREFERENCES = {
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
  'signon.rememberSignons': false,
  'toolkit.telemetry.enabled': false,
}

type RemoteValue = { type: string; value?: string }
type EvaluationResult =
  | { type: 'success'; result: RemoteValue }
  | { type: 'exception'; exceptionDetails: { text: string } }

/** Starts Firefox, which implements WebDriver BiDi itself. */
export async function startFirefox(path: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'salonfront-firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const program = startProgram(path, ['--headless', '--remote-debugging-port=0', '--profile', profile, 'about:blank'], {
    MOZ_CRASHREPORTER_DISABLE: '1',
  })
  const removeProfile = async () => {
    await program.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { send, disconnect } = await connect(
      `${await lineOf(program, /WebDriver BiDi listening on (ws:\S+)/)}/session`,
    )
    await send('session.new', { capabilities: {} })
    const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    const context = contexts[0]?.context ?? ''
    await send('browsingContext.setViewport', { context, viewport: WINDOW })

    return {
      navigate: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      async call(body, ...given) {
        const evaluated = await send<EvaluationResult>('script.evaluate', {
          // Passes JSON both ways because the protocol has its own value format.
          expression: `(async () => JSON.stringify(await (${body})(...${JSON.stringify(given)})))()`,
          target: { context },
          awaitPromise: true,
          userActivation: true,
        })
        if (evaluated.type === 'exception') throw new EngineError('javascript error', evaluated.exceptionDetails.text)
        return evaluated.result.value === undefined ? undefined : JSON.parse(evaluated.result.value)
      },
      perform: async (actions) => void (await send('input.performActions', { context, actions })),
      async setFiles(files) {
        const located = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
          context,
          locator: { type: 'css', value: 'input[type=file]' },
        })
        await send('input.setFiles', { context, element: { sharedId: located.nodes[0]?.sharedId }, files })
      },
      clearCookies: async () => void (await send('storage.deleteCookies', {})),
      async screenshot() {
        const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
        return Buffer.from(data, 'base64')
      },
      async close() {
        disconnect()
        await removeProfile()
      },
    }
  } catch (error) {
    await removeProfile()
    throw error
  }
}

type BidiMessage = { id?: number; type: string; result?: unknown; error?: string; message?: string }

/** A WebDriver BiDi connection; responses are matched by command id. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`No connection to ${url}`))
  })
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as BidiMessage
    if (id === undefined) return
    const command = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') command?.resolve(result as never)
    else command?.reject(new EngineError(error ?? type, message ?? ''))
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'))
    waiting.clear()
  }
  let last = 0
  return {
    send: <Result = unknown>(method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    disconnect: () => socket.close(),
  }
}
