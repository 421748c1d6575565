/** Labels of manual stock adjustments. */
export const adjustments = {
  receive: {
    call: 'receiveStock',
    title: 'Receive',
    label: 'Quantity received',
    submit: 'Save receipt',
    reason: 'Supplier’s delivery note',
    after: (stock: number, quantity: number) => stock + quantity,
  },
  count: {
    call: 'countStock',
    title: 'Count',
    label: 'Quantity on the shelf',
    submit: 'Save count',
    reason: 'Shelf count',
    after: (_: number, quantity: number) => quantity,
  },
  correct: {
    call: 'correctStock',
    title: 'Correct',
    label: 'Quantity to add (negative to remove)',
    submit: 'Save correction',
    reason: 'What was wrong',
    after: (stock: number, quantity: number) => stock + quantity,
  },
  damage: {
    call: 'damageStock',
    title: 'Damaged',
    label: 'Quantity damaged',
    submit: 'Write off',
    reason: 'What happened',
    after: (stock: number, quantity: number) => stock - quantity,
  },
} as const
export type Adjustment = keyof typeof adjustments
