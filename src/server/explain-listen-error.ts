import { cannotListen } from './http/cannot-listen.ts'
import type { Config } from './platform/config.ts'
import { NotStarted } from './running.ts'

/** Throws a readable message if the address cannot be listened on; rethrows other errors. */
export const explainListenError =
  (config: Pick<Config, 'host' | 'port'>) =>
  (error: NodeJS.ErrnoException): never => {
    const message = cannotListen(config, error)
    throw message === undefined ? error : new NotStarted(message)
  }
