/** No room on the disk: of the database, in PostgreSQL's words (disk_full), or of a file. */
const DISK_FULL = new Set<unknown>(['53100', 'ENOSPC', 'EDQUOT'])

export const isDiskFull = (fault: unknown): boolean => DISK_FULL.has((fault as { code?: unknown } | undefined)?.code)

/** What the system says of a file, in a sentence; undefined for any other fault. */
export function fileSentence(fault: unknown): string | undefined {
  const { code, path, syscall } = fault as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return undefined
  // Of what is read or written already, the system does not say the name.
  if (path === undefined) {
    if (code === 'EISDIR') return 'What was named is a folder, not a file.'
    return isDiskFull(fault) ? 'The disk is full.' : undefined
  }
  switch (code) {
    case 'ENOENT':
      return `There is no file or folder ${path}.`
    case 'EISDIR':
      return `${path} is a folder, not a file.`
    case 'ENOTDIR':
      return `${path} leads through a file that is not a folder.`
    case 'EEXIST':
      return `${path} is there already.`
    case 'EACCES':
    case 'EPERM':
      return `This account may not use ${path}.`
    case 'EROFS':
      return `${path} lies on a disk that can only be read.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no room for ${path}: the disk is full.`
    default:
      return `${path}: ${code}`
  }
}
