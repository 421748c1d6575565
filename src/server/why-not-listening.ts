import { cannotListen } from './http/cannot-listen.ts'
import type { Config } from './platform/config.ts'
import { NotStarted } from './running.ts'

/** Throws why nobody can be served there as the sentence that a start ends with; any other fault as it is. */
export const whyNotListening =
  (config: Pick<Config, 'host' | 'port'>) =>
  (fault: NodeJS.ErrnoException): never => {
    const sentence = cannotListen(config, fault)
    throw sentence === undefined ? fault : new NotStarted(sentence)
  }
