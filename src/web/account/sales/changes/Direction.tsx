/** Says whether a level rose or fell; the color repeats it. */
export const Direction = ({ from, to }: { from: number; to: number }) => (
  <span className={to > from ? 'text-success' : 'text-danger'}>{to > from ? 'Up' : 'Down'}</span>
)
