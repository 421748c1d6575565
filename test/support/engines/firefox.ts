import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, EngineError, findInstalled, startProgram, WINDOW, waitForLine } from './engine.ts'

export const findFirefox = (): string | undefined =>
  findInstalled(['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'])

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
      `${await waitForLine(program, /WebDriver BiDi listening on (ws:\S+)/)}/session`,
    )
    await send('session.new', { capabilities: {} })
    const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    const context = contexts[0]?.context ?? ''
    await send('browsingContext.setViewport', { context, viewport: WINDOW })

    return {
      navigate: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      async call(body, ...args) {
        const evaluation = await send<EvaluationResult>('script.evaluate', {
          // Passes JSON both ways because the protocol has its own value format.
          expression: `(async () => JSON.stringify(await (${body})(...${JSON.stringify(args)})))()`,
          target: { context },
          awaitPromise: true,
          userActivation: true,
        })
        if (evaluation.type === 'exception') throw new EngineError('javascript error', evaluation.exceptionDetails.text)
        return evaluation.result.value === undefined ? undefined : JSON.parse(evaluation.result.value)
      },
      perform: async (actions) => void (await send('input.performActions', { context, actions })),
      async setFiles(files) {
        const location = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
          context,
          locator: { type: 'css', value: 'input[type=file]' },
        })
        await send('input.setFiles', { context, element: { sharedId: location.nodes[0]?.sharedId }, files })
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
  const pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`No connection to ${url}`))
  })
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data)) as BidiMessage
    if (id === undefined) return
    const command = pending.get(id)
    pending.delete(id)
    if (type === 'success') command?.resolve(result as never)
    else command?.reject(new EngineError(error ?? type, message ?? ''))
  }
  socket.onclose = () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox closed the connection'))
    pending.clear()
  }
  let lastId = 0
  return {
    send: <Result = unknown>(method: string, params: object) =>
      new Promise<Result>((resolve, reject) => {
        lastId += 1
        pending.set(lastId, { resolve, reject })
        socket.send(JSON.stringify({ id: lastId, method, params }))
      }),
    disconnect: () => socket.close(),
  }
}
