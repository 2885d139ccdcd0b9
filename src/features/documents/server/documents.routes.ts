import { type Route, route } from '../../../server/http/route.ts'
import { downloadDocument, listDocuments, uploadDocument } from '../documents.contract.ts'
import { linkToDocument } from './link-to-document.ts'
import { showDocuments } from './show-documents.ts'
import { storeUpload } from './store-upload.ts'

export const documentsRoutes: readonly Route[] = [
  route(listDocuments, showDocuments),
  route(uploadDocument, storeUpload),
  route(downloadDocument, linkToDocument),
]
