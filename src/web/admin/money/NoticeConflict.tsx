import { type Notice, stateSentence } from './notice-words.ts'

/** What somebody else made of the notice meanwhile. */
export const NoticeConflict = ({ now }: { now: Notice | undefined }) =>
  now === undefined ? null : <p className="rounded-field bg-sunken px-3 py-2">{stateSentence(now)}</p>
