import { type Route, route } from '../../../server/http/route.ts'
import { describeFile, listFiles, removeFile, uploadFile } from '../files.contract.ts'
import { describePicture, filesOfClient, removeUnusedFile, storeFile } from './store-files.ts'

export const filesRoutes: readonly Route[] = [
  route(listFiles, filesOfClient),
  route(uploadFile, storeFile),
  route(describeFile, describePicture),
  route(removeFile, removeUnusedFile),
]
