import { orderDay } from '#contract/order-words.ts'

/** The day of an instant, as all dates of the account are written. */
export const day = (instant: string): string => orderDay.format(new Date(instant))
