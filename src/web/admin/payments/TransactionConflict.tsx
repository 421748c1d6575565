import { type Notice, stateSentence } from './transaction-labels.ts'

/** Shows the current state of a bank transaction after a conflict. */
export const NoticeConflict = ({ now }: { now: Notice | undefined }) =>
  now === undefined ? null : <p className="rounded-field bg-sunken px-3 py-2">{stateSentence(now)}</p>
