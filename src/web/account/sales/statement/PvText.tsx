import { formatWhole } from '#domain/money/whole-number.ts'
import { Pv } from '#web/account/points/Pv.tsx'

/** Points in a column or next to a label that says PV. */
export const PvText = ({ points }: { points: number }) => <Pv points={points}>{formatWhole(points)}</Pv>
