import { list } from '../../../contract/list.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { namings } from '../../people/domain/naming.ts'
import { purposeDescription } from '../domain/purpose.ts'
import { fileColumns } from './domain/file-headings.ts'
import type { BasketRow } from './drafts.contract.ts'

/** A row of a basket with its charity, for its file. */
export type BasketFileRow = BasketRow & { charityId: string | null }

/** The rows of a basket as a file, which can be corrected there and uploaded again. */
export const basketFileList = list<BasketFileRow>({
  name: 'basket-file',
  defaultSort: '',
  columns: [
    { key: 'row', heading: 'Row', type: 'number', value: row => row.position, fileWidth: 8 },
    {
      key: 'charityName',
      heading: fileColumns.name[0],
      type: 'text',
      value: ({ charity, content }) => {
        const name = charity?.name ?? content.charityName
        return name === null ? null : charityName(name)
      },
      fileWidth: 44,
    },
    {
      key: 'purpose',
      heading: fileColumns.purpose[0],
      type: 'text',
      value: ({ content: { purposeCode, purposeText, given } }, { locale }) =>
        purposeDescription(purposeCode, given?.purpose || purposeText, locale),
      fileWidth: 44,
    },
    {
      key: 'naming',
      heading: fileColumns.naming[0],
      type: 'text',
      value: ({ content: { namingCode, given } }) => given?.naming || namings[namingCode],
      fileWidth: 30,
    },
    {
      key: 'amount',
      heading: ({ currency }) => `Amount (${currency})`,
      type: 'money',
      value: row => row.content.amountMinor,
    },
    {
      key: 'problems',
      heading: 'To correct or confirm',
      type: 'text',
      value: ({ errors, warnings }) =>
        [...errors, ...warnings].map(({ message }) => message.replace(/[^.?]$/, '$&.')).join(' ') || null,
      fileWidth: 60,
    },
  ],
})
