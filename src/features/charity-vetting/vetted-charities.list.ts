import { list } from '../../contract/list.ts'
import type { StatusSign } from '../../domain/status-sign.ts'
import { placeLabel, taxIdOf } from '../charities/domain/charity-labels.ts'
import { charityName } from '../charities/domain/charity-name.ts'
import { vettingBasisLabels } from './domain/vetting.ts'
import type { VettedCharity } from './vettings.contract.ts'

const validityTexts = {
  valid: 'Valid',
  ending: 'Ends soon',
  expired: 'Expired',
} as const satisfies Record<VettedCharity['validity'], string>

const validitySigns = {
  valid: 'done',
  ending: 'waiting',
  expired: 'ended',
} as const satisfies Record<VettedCharity['validity'], StatusSign>

/** What staff vetted, and the records of due diligence, soonest to expire first. */
export const vettedCharitiesList = list<VettedCharity>({
  name: 'vetted-charities',
  defaultSort: 'expiresOn',
  columns: [
    {
      key: 'name',
      heading: 'Charity',
      type: 'text',
      value: row => charityName(row.name),
      sortBy: 'name',
      isRowHeading: true,
      fileWidth: 44,
    },
    { key: 'number', heading: 'Number', type: 'text', value: row => taxIdOf(row.charityId) },
    {
      key: 'place',
      heading: 'Place',
      type: 'text',
      value: ({ city, usState }) => placeLabel({ city, state: usState }),
    },
    {
      key: 'basis',
      heading: 'Basis',
      type: 'text',
      value: row => vettingBasisLabels[row.basis],
      fileWidth: 36,
      onScreen: 'chosen',
    },
    {
      key: 'expiresOn',
      heading: 'Valid until',
      type: 'date',
      value: row => row.expiresOn,
      sortBy: 'expiresOn',
    },
    {
      key: 'validity',
      heading: 'Status',
      type: 'text',
      value: row => validityTexts[row.validity],
      sign: row => validitySigns[row.validity],
    },
    {
      key: 'confirmedBy',
      heading: 'Confirmed by',
      type: 'text',
      value: row => row.decidedByName,
      onScreen: 'chosen',
    },
  ],
})
