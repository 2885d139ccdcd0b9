import { join } from 'node:path'
import type { Environment } from '../env.ts'
import type { Files } from './files.ts'
import { folderFiles } from './folder-files.ts'
import { s3Files } from './s3-files.ts'

/** Opens the file store of this environment: its S3 bucket, or `DATA_DIR/files`. */
export function openFiles({ filesS3, dataDir }: Pick<Environment, 'filesS3' | 'dataDir'>): Files {
  return filesS3 ? s3Files(filesS3) : folderFiles(join(dataDir, 'files'))
}
