import { ConfigError } from './config.ts'
import { databaseErrorMessage, UnsupportedDatabaseError } from './database/database-error.ts'
import { DirectoryInUse } from './database/directory-lock.ts'
import { UnfinishedRestore } from './database/unfinished-restore.ts'
import { DataDirectoryError } from './files/data-directory.ts'
import { fileErrorMessage } from './files/file-error.ts'
import { StoreUnavailable } from './files/file-store.ts'
import { SettingError } from './settings/settings.ts'

const PLAIN_ERRORS = [
  ConfigError,
  DataDirectoryError,
  DirectoryInUse,
  SettingError,
  UnfinishedRestore,
  UnsupportedDatabaseError,
]

/** Describes an error that the operator can fix, in one sentence; undefined for an error of the program. */
export function operatorErrorMessage(error: unknown): string | undefined {
  if (PLAIN_ERRORS.some((errorClass) => error instanceof errorClass)) return (error as Error).message
  if (error instanceof StoreUnavailable) return `The shop cannot reach its files: ${error.message}`
  return databaseErrorMessage(error) ?? fileErrorMessage(error)
}
