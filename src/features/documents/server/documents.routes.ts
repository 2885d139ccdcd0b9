import { type Route, route } from '../../../server/http/route.ts'
import * as documentsContract from '../documents.contract.ts'
import * as staffDocumentsContract from '../staff-documents.contract.ts'
import { downloadDocument } from './download-document.ts'
import { listDocuments } from './list-documents.ts'
import { archiveStaffDocument } from './staff/archive-staff-document.ts'
import { downloadStaffDocument } from './staff/download-staff-document.ts'
import { listStaffDocuments } from './staff/list-staff-documents.ts'
import { uploadStaffDocument } from './staff/upload-staff-document.ts'
import { uploadDocument } from './upload-document.ts'

export const documentsRoutes: readonly Route[] = [
  route(documentsContract.listDocuments, listDocuments),
  route(documentsContract.uploadDocument, uploadDocument),
  route(documentsContract.downloadDocument, downloadDocument),
  route(staffDocumentsContract.listStaffDocuments, listStaffDocuments),
  route(staffDocumentsContract.uploadStaffDocument, uploadStaffDocument),
  route(staffDocumentsContract.downloadStaffDocument, downloadStaffDocument),
  route(staffDocumentsContract.archiveStaffDocument, archiveStaffDocument),
]
