import { type Route, route } from '../../../server/http/route.ts'
import { downloadDocument, listDocuments, uploadDocument } from '../documents.contract.ts'
import {
  archiveStaffDocument,
  downloadStaffDocument,
  listStaffDocuments,
  uploadStaffDocument,
} from '../staff-documents.contract.ts'
import { linkToDocument } from './link-to-document.ts'
import { showDocuments } from './show-documents.ts'
import { archiveOne } from './staff/archive-staff-document.ts'
import { linkToStaffDocument } from './staff/serve-staff-document.ts'
import { showStaffDocuments } from './staff/show-staff-documents.ts'
import { storeStaffDocument } from './staff/store-staff-document.ts'
import { storeUpload } from './store-upload.ts'

export const documentsRoutes: readonly Route[] = [
  route(listDocuments, showDocuments),
  route(uploadDocument, storeUpload),
  route(downloadDocument, linkToDocument),
  route(listStaffDocuments, showStaffDocuments),
  route(uploadStaffDocument, storeStaffDocument),
  route(downloadStaffDocument, linkToStaffDocument),
  route(archiveStaffDocument, archiveOne),
]
