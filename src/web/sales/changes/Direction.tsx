/** Whether a level rose or fell, in a word; the colour repeats it. */
export const Direction = ({ from, to }: { from: number; to: number }) => (
  <span className={to > from ? 'text-success' : 'text-danger'}>{to > from ? 'Up' : 'Down'}</span>
)
