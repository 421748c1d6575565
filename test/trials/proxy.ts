import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../bench/support/server.ts'

/** HAProxy before two app servers as ops/proxy has it, on a free port; what it says is in the folder afterwards. */
export async function startProxy(folder: string, ports: readonly number[]) {
  const port = await freePort()
  const settings = fileURLToPath(new URL('../../ops/proxy/haproxy.cfg', import.meta.url))
  const [a, b] = ports
  const child = spawn('haproxy', ['-db', '-f', settings], {
    env: { ...process.env, SHOP_BIND: `127.0.0.1:${port}`, SHOP_A: `127.0.0.1:${a}`, SHOP_B: `127.0.0.1:${b}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log: Buffer[] = []
  child.stderr.on('data', (line) => log.push(line))
  return {
    port,
    async stop() {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await ended
      await writeFile(join(folder, 'haproxy.log'), Buffer.concat(log))
    },
  }
}
