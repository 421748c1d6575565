import { DEFAULT_PLAN } from '#domain/compensation/plan/plan.ts'

/** 1 User … 9 Crown (docs/specification §4); a plan never changes the names. */
export const levelName = (code: number): string => DEFAULT_PLAN.levels[code - 1]?.name ?? `Level ${code}`
