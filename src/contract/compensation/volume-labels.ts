/** The label of each figure of a group: the page's label and the heading in files (docs/plan §17). */
export const volumeColumns = {
  volume: {
    name: 'Volume',
    meaning: 'Commissionable value of all orders completed in the month, before returns.',
  },
  customers: { name: 'Customers', meaning: 'Volume from customers outside the network.' },
  customers_share: { name: 'Customers %', meaning: 'As a share of the volume.' },
  personal: { name: 'Personal', meaning: 'Volume from members’ personal orders.' },
  personal_share: { name: 'Personal %', meaning: 'As a share of the volume.' },
  no_member: { name: 'No member', meaning: 'Orders not credited to a member. They count only in “All orders”.' },
  no_member_share: { name: 'No member %', meaning: 'As a share of the volume.' },
  returned: {
    name: 'Returned',
    meaning:
      'Returned, canceled or bounced orders recorded in the month, including orders of earlier months. Can exceed the volume.',
  },
  returned_share: { name: 'Returned %', meaning: 'As a share of the volume.' },
  net: {
    name: 'Net volume',
    meaning: 'Volume minus returns. For a group, the sum of its members’ sales.',
  },
} as const satisfies Record<string, { name: string; meaning: string }>
export type VolumeColumn = keyof typeof volumeColumns
