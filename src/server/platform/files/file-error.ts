/** Codes of a full disk: PostgreSQL's disk_full, or those of a file. */
const DISK_FULL = new Set<unknown>(['53100', 'ENOSPC', 'EDQUOT'])

export const isDiskFull = (error: unknown): boolean => DISK_FULL.has((error as { code?: unknown } | undefined)?.code)

/** Describes a file error in one sentence; undefined for any other error. */
export function fileErrorMessage(error: unknown): string | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return undefined
  // The system does not report the name of a file that is already open.
  if (path === undefined) {
    if (code === 'EISDIR') return 'What was named is a folder, not a file.'
    return isDiskFull(error) ? 'The disk is full.' : undefined
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
