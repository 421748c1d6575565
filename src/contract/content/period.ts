import * as z from 'zod/mini'

const instantOrNull = z.nullable(z.iso.datetime({ offset: true, error: 'Enter a date and time.' }))

/** Fields of an item that is shown for some time only; null is without a beginning or end. */
export const period = { from: instantOrNull, until: instantOrNull }

export const endsAfterBeginning = z.refine<{ from: string | null; until: string | null }>(
  ({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until),
  { error: 'Choose an end after the beginning.', path: ['until'] },
)
