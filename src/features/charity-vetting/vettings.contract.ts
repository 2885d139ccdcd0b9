import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { requiredLine, requiredMessage, requiredReason, requiredText } from '../../contract/required-text.ts'
import { oneLine } from '../../contract/typed-text.ts'
import {
  charityId,
  command,
  fileName,
  isoDate,
  listOf,
  listQuery,
  searchKeywords,
} from '../../contract/wire.ts'
import { invalidState } from '../charities/charities.contract.ts'
import { documentLink } from '../documents/documents.contract.ts'
import { maxDocumentBytes } from '../files/domain/document-files.ts'
import { allVettingBases, vettedSubjects, vettingValidities } from './domain/vetting.ts'

const vettedId = z.string().check(z.regex(/^XX-ALM-\d{6,12}$/))
const vettingId = z.uuid()

const vettingStates = ['proposed', 'vetted', 'declined', 'replaced'] as const

const vetting = z.object({
  vettingId,
  /** `XX-ALM-` and a number, or of a record of due diligence the charity's on its register. A renewal has that of the previous one. */
  charityId: z.string(),
  name: z.string(),
  alsoKnownAs: z.nullable(z.string()),
  street: z.nullable(z.string()),
  /** Empty in a record about a charity whose register has none, as is the postal code. */
  city: z.string(),
  usState: z.nullable(z.string()),
  postalCode: z.string(),
  basis: z.enum(allVettingBases),
  /** What the documents show. */
  finding: z.string(),
  /** The last day on which it is valid. */
  expiresOn: isoDate,
  state: z.enum(vettingStates),
  /** Of one in force: `expired`, or `ending` in its last 90 days, of a record of due diligence 60. */
  validity: z.nullable(z.enum(vettingValidities)),
  proposalId: z.nullable(z.uuid()),
  proposedByName: z.string(),
  proposedAt: z.string(),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  note: z.nullable(z.string()),
  documents: z.array(z.object({ documentId: z.uuid(), name: z.string() })),
  /** Why the caller may not confirm it, as a sentence; null if they may. Only of proposed ones. */
  confirmationRefusal: z.nullable(z.string()),
})
export type Vetting = z.output<typeof vetting>

const missingFinding = 'Say what the documents show'
export const missingBasis = 'Choose the basis for eligibility'

/** An empty text means that there is no value. */
export const vettingFields = z.object({
  name: requiredLine(200, 'Enter the name'),
  alsoKnownAs: oneLine(200),
  street: oneLine(200),
  city: requiredLine(100, 'Enter the town or city'),
  usState: z.string().check(z.regex(/^([A-Z]{2})?$/, invalidState)),
  postalCode: requiredLine(12, 'Enter the postal code'),
  basis: z.enum(allVettingBases, missingBasis),
  finding: requiredText(2000, missingFinding),
  expiresOn: isoDate,
})
export type VettingFields = z.output<typeof vettingFields>

export const listVettings = endpoint({
  method: 'GET',
  path: '/api/vettings',
  summary:
    'Vettings by staff and records of due diligence that await confirmation, soonest to expire first, with how many are in force; or all of one organization',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ charityId: z.optional(charityId) }),
  reply: z.object({
    data: z.array(vetting),
    /** Whether this book asks for a record of due diligence before a grant is approved. */
    asksDueDiligence: z.boolean(),
    /** How many are in force in the country of the book. */
    inForce: z.object({ noRegister: z.int(), dueDiligence: z.int() }),
  }),
})

const vettedCharity = z.object({
  charityId: z.string(),
  name: z.string(),
  city: z.string(),
  usState: z.nullable(z.string()),
  basis: z.enum(allVettingBases),
  /** The last day on which the vetting is valid. */
  expiresOn: isoDate,
  validity: z.enum(vettingValidities),
  decidedByName: z.nullable(z.string()),
})
export type VettedCharity = z.output<typeof vettedCharity>

const vettedQuery = {
  /** Vettings of organizations on no register, or records of due diligence about those of a register. */
  of: z.enum(vettedSubjects),
  /** Words of the name, or the number. */
  keywords: z._default(searchKeywords, ''),
}

export const listVettedCharities = endpoint({
  method: 'GET',
  path: '/api/vetted-charities',
  summary:
    'Lists the vettings, or the records of due diligence, in force in the country of the book, soonest to expire first',
  access: 'SUPER_DASHBOARD_VIEW',
  query: z.object({ ...listQuery, ...vettedQuery }),
  reply: listOf(vettedCharity),
})

export const exportVettedCharities = endpoint({
  method: 'GET',
  path: '/api/vetted-charities/export',
  summary: 'Exports the vettings, or the records of due diligence, in force in the country of the book',
  access: 'SUPER_DASHBOARD_VIEW',
  records: ['file-exported'],
  query: z.object({ ...exportQuery, ...vettedQuery }),
  reply: fileReply,
  file: true,
})

export const proposeVetting = endpoint({
  method: 'POST',
  path: '/api/vettings',
  summary: 'Enters the vetting of a charity that is not on a register; a second person confirms it',
  access: 'CHARITY_EDIT',
  records: ['vetting-entered'],
  idempotent: 'own-row',
  body: command(
    z.object({
      ...vettingFields.shape,
      /** Renews the vetting of this organization. */
      charityId: z.nullable(vettedId),
      /** A donor's proposal that asked for it. */
      proposalId: z.nullable(z.uuid()),
    }),
  ),
  reply: vetting,
})

/** The rest of a record comes from the register. */
export const diligenceFields = z.object({ finding: requiredText(2000, missingFinding), expiresOn: isoDate })

export const recordDueDiligence = endpoint({
  method: 'POST',
  path: '/api/charities/{charityId}/due-diligence',
  summary: 'Enters a record of due diligence about a charity of the register; a second person confirms it',
  access: 'CHARITY_EDIT',
  records: ['vetting-entered'],
  idempotent: 'own-row',
  params: z.object({ charityId }),
  body: command(diligenceFields),
  reply: vetting,
})

export const addVettingDocument = endpoint({
  method: 'POST',
  path: '/api/vettings/{vettingId}/papers',
  summary: 'Adds a supporting document to a vetting that is not decided: a PDF, PNG or JPEG',
  access: 'CHARITY_EDIT',
  params: z.object({ vettingId }),
  query: z.object({ name: fileName }),
  upload: { maxBytes: maxDocumentBytes },
  reply: vetting,
})

/** The link works as that of downloadDocument. */
export const downloadVettingDocument = endpoint({
  method: 'GET',
  path: '/api/vettings/{vettingId}/papers/{documentId}/download',
  summary: 'Returns a link that downloads a supporting document of a vetting',
  access: 'SUPER_DASHBOARD_VIEW',
  params: z.object({ vettingId, documentId: z.uuid() }),
  reply: documentLink,
})

export const vettingNote = requiredMessage('Say what you checked')

export const confirmVetting = endpoint({
  method: 'POST',
  path: '/api/vettings/{vettingId}/confirm',
  summary: 'Confirms a vetting after a check of its documents; refused to the person who entered it',
  access: 'CHARITY_EDIT',
  records: ['vetting-confirmed'],
  stepUp: true,
  params: z.object({ vettingId }),
  body: command(z.object({ note: vettingNote })),
  reply: vetting,
})

export const declineVetting = endpoint({
  method: 'POST',
  path: '/api/vettings/{vettingId}/decline',
  summary: 'Declines a vetting that awaits confirmation; the person who entered it may do so too',
  access: 'CHARITY_EDIT',
  records: ['vetting-declined'],
  params: z.object({ vettingId }),
  body: command(z.object({ note: requiredReason })),
  reply: vetting,
})
