import { formatWhole } from '#domain/whole-number.ts'
import { Pv } from '#web/points/Pv.tsx'

/** Points under a head or beside a label that says PV. */
export const PvText = ({ points }: { points: number }) => <Pv points={points}>{formatWhole(points)}</Pv>
