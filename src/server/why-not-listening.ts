import { cannotListen } from './http/cannot-listen.ts'
import type { Config } from './platform/config.ts'
import { NotStarted } from './running.ts'

/** Explains why the address cannot be used as the sentence that ends a start; other errors are rethrown. */
export const whyNotListening =
  (config: Pick<Config, 'host' | 'port'>) =>
  (fault: NodeJS.ErrnoException): never => {
    const sentence = cannotListen(config, fault)
    throw sentence === undefined ? fault : new NotStarted(sentence)
  }
