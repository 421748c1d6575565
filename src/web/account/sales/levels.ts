import { DEFAULT_PLAN } from '#domain/network/plan.ts'

/** 1 User … 9 Crown (docs/specification §4); whatever a plan changes, the names stay. */
export const levelName = (code: number): string => DEFAULT_PLAN.levels[code - 1]?.name ?? `Level ${code}`
