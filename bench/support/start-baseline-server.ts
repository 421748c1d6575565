import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a small baseline server from this folder; it writes its port to stdout. */
export async function startBaselineServer(
  file: 'constant-server.ts' | 'baseline-server.ts',
  args: readonly string[],
  input?: Buffer,
): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(input)
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { port: Number(String(port).trim()), child }
}
