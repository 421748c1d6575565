/** Which way a level went, in a word; the ink says it again. */
export const Direction = ({ from, to }: { from: number; to: number }) => (
  <span className={to > from ? 'text-success' : 'text-danger'}>{to > from ? 'Up' : 'Down'}</span>
)
