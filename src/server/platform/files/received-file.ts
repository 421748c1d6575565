/** An uploaded file on this machine's disk, not examined yet; `name` is the sender's name for it. */
export type ReceivedFile = { path: string; name: string; bytes: number }
