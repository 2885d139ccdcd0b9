import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../files.contract.ts'
import { describeFile } from './describe-file.ts'
import { listFiles } from './list-files.ts'
import { removeFile } from './remove-file.ts'
import { uploadFile } from './upload-file.ts'

export const filesRoutes: readonly Route[] = [
  route(contract.listFiles, listFiles),
  route(contract.uploadFile, uploadFile),
  route(contract.describeFile, describeFile),
  route(contract.removeFile, removeFile),
]
