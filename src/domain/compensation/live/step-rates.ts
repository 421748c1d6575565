import type { Plan } from '../plan/plan.ts'

/** The rate that each step reaches, from the lowest level up. */
export const getStepRates = (plan: Plan): Uint16Array => Uint16Array.from(plan.levels, ({ rateBp }) => rateBp)
