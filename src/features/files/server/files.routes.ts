import { type Route, route } from '../../../server/http/route.ts'
import { describeFile, listFiles, removeFile, uploadFile } from '../files.contract.ts'
import { describePicture, filesOfClient, keepFile, removeUnusedFile } from './keep-files.ts'

export const filesRoutes: readonly Route[] = [
  route(listFiles, filesOfClient),
  route(uploadFile, keepFile),
  route(describeFile, describePicture),
  route(removeFile, removeUnusedFile),
]
