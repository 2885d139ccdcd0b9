import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { exportQuery, fileReply } from '../../contract/list.ts'
import { typedText } from '../../contract/typed-text.ts'
import {
  charityId,
  command,
  fundId,
  isoDate,
  listOf,
  listQuery,
  money,
  searchKeywords,
  wholeNumber,
} from '../../contract/wire.ts'
import { charityDetails, charityRow, searchCharities } from '../charities/charities.contract.ts'
import { repeatedChoices } from '../grants/domain/grant-choices.ts'

export const searchOwnCharities = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/own-charities',
  summary:
    'Lists the charities on a fund’s list or with a grant from it that match all words; best match first',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ keywords: z._default(searchKeywords, ''), first: z._default(wholeNumber(1, 50), 10) }),
  reply: z.object({ data: z.array(charityRow) }),
})

export const searchFundCharities = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charities',
  summary:
    'Charities as the search of the register returns them; those on the fund’s list or with a grant from it come first',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: searchCharities.query,
  reply: searchCharities.reply,
})

const fundCharity = z.object({ ...charityDetails.shape, inCharityList: z.boolean() })
/** A charity, and whether it is on the fund's list. */
export type FundCharity = z.output<typeof fundCharity>

export const getFundCharity = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charities/{charityId}',
  summary:
    'Returns a charity for a fund: register data, the staff’s profile, and whether it is on the fund’s list',
  access: 'FUND_AC_DETAIL_VIEW',
  params: z.object({ fundId, charityId }),
  reply: fundCharity,
})

const listedCharity = z.object({
  ...charityRow.shape,
  note: z.nullable(z.string()),
  /** Why it needs attention: what changed in the register since it was saved. */
  flag: z.nullable(z.string()),
  addedDate: isoDate,
  /** The fund's last grant to it, apart from those that were cancelled or rejected. */
  lastGrant: z.nullable(
    z.object({
      grantId: z.uuid(),
      date: isoDate,
      amountMinor: money,
      ...repeatedChoices,
    }),
  ),
  /** What the fund paid to it, net of returned grants. */
  totalMinor: money,
})
export type ListedCharity = z.output<typeof listedCharity>

export const listCharityList = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charity-list',
  summary:
    'Lists the charities on a fund’s list with notes, grants, and what changed in the register since they were saved',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object({ first: listQuery.first, after: listQuery.after, sort: listQuery.sort }),
  reply: listOf(listedCharity),
})

export const exportCharityList = endpoint({
  method: 'GET',
  path: '/api/accounts/{fundId}/charity-list/export',
  summary: 'Exports the charities on a fund’s list',
  access: 'GRANT_VIEW',
  params: z.object({ fundId }),
  query: z.object(exportQuery),
  reply: fileReply,
  file: true,
})

export const maxNoteLength = 500

export const setCharityNote = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/charity-list/note',
  summary: 'Writes the note of a charity on a fund’s list; an empty one removes it',
  access: 'CHARITY_LIST_UPDATE',
  params: z.object({ fundId }),
  body: command(
    z.object({
      charityId,
      note: typedText(maxNoteLength),
    }),
  ),
  reply: z.object({ charityId: z.string(), note: z.nullable(z.string()) }),
})

/** Set charity list (§7). */
export const setCharityList = endpoint({
  method: 'POST',
  path: '/api/accounts/{fundId}/charity-list',
  summary: 'Adds a charity to a fund’s list or removes it; a repeat changes nothing',
  access: 'CHARITY_LIST_UPDATE',
  params: z.object({ fundId }),
  body: command(z.object({ charityId, inCharityList: z.boolean() })),
  reply: z.object({ charityId: z.string(), inCharityList: z.boolean() }),
})
