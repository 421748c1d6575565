import type { Config } from '#server/platform/config.ts'

/** Explains in one sentence why the server cannot listen; undefined for errors unrelated to HOST and PORT. */
export function listenErrorMessage(
  { host, port }: Pick<Config, 'host' | 'port'>,
  { code }: NodeJS.ErrnoException,
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program. Stop it first, or choose another PORT.`
    case 'EACCES':
      return `This account may not open the port ${port}. Choose another PORT.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${host} is not an address of this machine.`
    default:
      return undefined
  }
}
