import { listenErrorMessage } from './http/listen-error-message.ts'
import type { Config } from './platform/config.ts'
import { NotStartedError } from './running.ts'

/** Throws a readable message if the address cannot be listened on; rethrows other errors. */
export const explainListenError =
  (config: Pick<Config, 'host' | 'port'>) =>
  (error: NodeJS.ErrnoException): never => {
    const message = listenErrorMessage(config, error)
    throw message === undefined ? error : new NotStartedError(message)
  }
