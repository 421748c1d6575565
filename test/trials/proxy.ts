import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../bench/support/server.ts'

/** HAProxy in front of two app servers as in ops/proxy, on a free port; its log is in the folder afterward. */
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
      const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await exit
      await writeFile(join(folder, 'haproxy.log'), Buffer.concat(log))
    },
  }
}
