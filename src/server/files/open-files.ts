import { join } from 'node:path'
import { derivedKey } from '../auth/encryption.ts'
import type { Environment } from '../env.ts'
import type { KeyRing } from './data-keys.ts'
import { type EncryptedFiles, encryptedFiles } from './encrypted-files.ts'
import type { Files } from './files.ts'
import { folderFiles } from './folder-files.ts'
import { s3Files } from './s3-files.ts'

/** Opens the file store of this environment: its S3 bucket, or `DATA_DIR/files`. */
export function openFiles({ filesS3, dataDir }: Pick<Environment, 'filesS3' | 'dataDir'>): Files {
  return filesS3 ? s3Files(filesS3) : folderFiles(join(dataDir, 'files'))
}

/** Opens the store of account documents in the same place, encrypted with the keys of the environment. */
export function openDocumentFiles(
  environment: Pick<Environment, 'filesS3' | 'dataDir' | 'documentKeys'>,
  secret: string,
): EncryptedFiles {
  return encryptedFiles(openFiles(environment), documentKeysOf(environment, secret))
}

/** Production requires keys of its own (env.ts); the demonstration derives one. */
const documentKeysOf = ({ documentKeys }: Pick<Environment, 'documentKeys'>, secret: string): KeyRing =>
  documentKeys ?? [{ keyId: 'demonstration', key: derivedKey(secret, 'account documents') }]
