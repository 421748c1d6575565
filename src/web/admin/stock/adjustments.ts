/** Labels of manual stock adjustments. */
export const adjustments = {
  receive: {
    call: 'receiveStock',
    title: 'Receive',
    label: 'Pieces received',
    submit: 'Book the receipt',
    reason: 'Supplier’s delivery note',
    after: (stock: number, pieces: number) => stock + pieces,
  },
  count: {
    call: 'countStock',
    title: 'Count',
    label: 'Pieces on the shelf',
    submit: 'Book the count',
    reason: 'Shelf count',
    after: (_: number, pieces: number) => pieces,
  },
  correct: {
    call: 'correctStock',
    title: 'Correct',
    label: 'Pieces to add, or to remove with a minus',
    submit: 'Book the correction',
    reason: 'What was wrong',
    after: (stock: number, pieces: number) => stock + pieces,
  },
  damage: {
    call: 'damageStock',
    title: 'Damaged',
    label: 'Pieces that cannot be sold',
    submit: 'Write off',
    reason: 'What happened',
    after: (stock: number, pieces: number) => stock - pieces,
  },
} as const
export type Adjustment = keyof typeof adjustments
