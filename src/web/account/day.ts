import { orderDay } from '#contract/order-words.ts'

/** The day of an instant, as the account writes all dates. */
export const day = (instant: string): string => orderDay.format(new Date(instant))
