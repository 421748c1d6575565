/** The label of each figure of a group: the page's label and the heading in files (docs/plan §17). */
export const volumeColumns = {
  volume: {
    name: 'Volume',
    meaning: 'Commissionable value of all orders that were completed in the month, before anything came back.',
  },
  customers: { name: 'Customers', meaning: 'Of it, what buyers outside of the network bought.' },
  customers_share: { name: 'Customers %', meaning: 'The same as a share of the volume.' },
  own_use: { name: 'Own use', meaning: 'Of it, what members bought themselves.' },
  own_use_share: { name: 'Own use %', meaning: 'The same as a share of the volume.' },
  no_member: { name: 'No member', meaning: 'Orders that are credited to nobody; they are part of all orders alone.' },
  no_member_share: { name: 'No member %', meaning: 'The same as a share of the volume.' },
  returned: {
    name: 'Returned',
    meaning:
      'What was returned, canceled or bounced and booked in the month, also of orders of earlier months: it can be more than the volume.',
  },
  returned_share: { name: 'Returned %', meaning: 'The same against the volume.' },
  net: {
    name: 'Net volume',
    meaning: 'Volume less what came back: of a group the sum of the sales on its members’ cards.',
  },
} as const satisfies Record<string, { name: string; meaning: string }>
export type VolumeColumn = keyof typeof volumeColumns
