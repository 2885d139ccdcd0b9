import { type DocumentType, rulesOf } from './document-types.ts'

/** The types that a document of staff may have. The others belong to accounts. Each is stored as long as the same type of an account. */
export const staffDocumentTypes = [
  'agreement',
  'instruction',
  'correspondence',
  'tax',
  'other',
] as const satisfies readonly DocumentType[]
export type StaffDocumentType = (typeof staffDocumentTypes)[number]

export const maxStaffDocuments = 1000

/** How long documents are stored after they were archived (§17). */
export const staffDocumentRetention = staffDocumentTypes.map(type => ({
  type,
  years: rulesOf(type).retentionYears,
}))
