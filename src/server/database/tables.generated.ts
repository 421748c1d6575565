export type Tables = Record<never, never>
