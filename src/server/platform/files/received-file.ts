/** An uploaded file on this machine's disk, not examined yet; `name` is what its sender calls it. */
export type ReceivedFile = { path: string; name: string; bytes: number }
