import { formatWhole } from '#domain/whole-number.ts'
import { Pv } from '#web/points/Pv.tsx'

/** Points in a column or next to a label that says PV. */
export const PvText = ({ points }: { points: number }) => <Pv points={points}>{formatWhole(points)}</Pv>
