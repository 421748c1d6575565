import type { Services } from '../services.ts'
import { countAttempt, type Limit } from './attempts.ts'

/** product.md §11. The account is named by the address that was typed, whether or not it exists. */
export const LOGIN_FROM: Limit = { kind: 'login from', most: 20, seconds: 15 * 60 }
export const LOGIN_TO: Limit = { kind: 'login to', most: 200, seconds: 60 * 60 }
/** Besides the password's: six digits, and whoever may try them knows the password. */
export const CODE_OF: Limit = { kind: 'code of', most: 10, seconds: 15 * 60 }
export const REGISTER_FROM: Limit = { kind: 'register from', most: 10, seconds: 60 * 60 }
export const FORGOT_OF: Limit = { kind: 'forgot of', most: 5, seconds: 60 * 60 }

/** Counts an attempt, or throws 429; counts nothing where limits are switched off. */
export const makeLimit =
  ({ config, db }: Pick<Services, 'config' | 'db'>) =>
  async (limits: Parameters<typeof countAttempt>[1]): Promise<void> => {
    if (config.rateLimits) await countAttempt(db, limits)
  }
