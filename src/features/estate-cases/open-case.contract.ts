import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { charityId, command, fundId, isoDate } from '../../contract/wire.ts'
import { documentTypeNames } from '../documents/domain/document-types.ts'
import { caseDetails, caseKinds, caseTexts } from './estate-cases.contract.ts'

export const getCaseFacts = endpoint({
  method: 'GET',
  path: '/api/estate-case-facts',
  summary:
    'Lists what staff choose from to open a case: the living donors of an account, its documents, and the funds of its donors',
  access: 'SUPER_DASHBOARD_VIEW',
  // In the query: the path of an account is that of the account where the person is.
  query: z.object({ fundId }),
  reply: z.object({
    accountName: z.string(),
    /** Why no case can be opened, as a sentence; null if one can. */
    violation: z.nullable(z.string()),
    openedOn: z.nullable(isoDate),
    donors: z.array(
      z.object({
        partyId: z.uuid(),
        name: z.string(),
        /** The day of their last signature. */
        signedOn: z.nullable(isoDate),
      }),
    ),
    documents: z.array(
      z.object({ documentId: z.uuid(), name: z.string(), type: z.enum(documentTypeNames), addedOn: isoDate }),
    ),
    /** Other active funds of its donors, and the general fund: who often receives the money of a closing one. */
    funds: z.array(z.object({ fundId: z.int(), accountName: z.string() })),
  }),
})

const closingShare = z.object({
  /** One of the two: a charity, or the account ID of another fund. */
  charityId: z.nullable(charityId),
  toFundId: z.nullable(fundId),
  shareHundredths: z.int().check(z.minimum(1), z.maximum(10_000)),
})

export const openCase = endpoint({
  method: 'POST',
  path: '/api/estate-cases',
  summary:
    'Opens a case; the account becomes immobile at once, with a death each account of the person, and a second person confirms it',
  records: ['case-opened', 'account-changed'],
  access: 'ESTATE_MANAGE',
  stepUp: true,
  idempotent: true,
  body: command(
    z.object({
      kind: z.enum(caseKinds),
      fundId,
      /** Of a death: the donor, and the day. */
      partyId: z.nullable(z.uuid()),
      diedOn: z.nullable(isoDate),
      /** Whether a day before the account’s opening or the person’s last signature is right all the same. */
      isDayConfirmed: z.boolean(),
      documentId: z.uuid('Choose a document'),
      reason: caseTexts.opened,
      /** Of a closing: where the money goes. */
      shares: z.array(closingShare).check(z.maxLength(50)),
    }),
  ),
  reply: caseDetails,
})
