import type { Naming, Purpose } from '../../features/grants/domain/purpose.ts'
import type { NameSource } from '../people/names.ts'
import type { Draws } from '../random.ts'

type Words = { purposeCode: Purpose; purposeText: string | null; namingCode: Naming }

export const namedProgrammes = [
  'Winter shelter',
  'After-school music',
  'Mobile library',
  'Community garden',
  'General scholarship fund',
  'Hospice at home',
  'River clean-up',
  'Young carers',
  'Adult literacy classes',
  'Emergency food parcels',
]
export const otherPurposes = [
  'Annual appeal',
  'New roof for the meeting hall',
  'Medical research',
  'Building fund',
  'Endowment for the reading room',
  'Repair of the organ',
  'Disaster relief',
]

/** What a grant is for and who is named to the charity; most go where they are needed most, under both names. */
export function grantLabels(draws: Draws, names: NameSource): Words {
  const { purposeCode, purposeText } = purposeOf(draws, names)
  const naming = draws.next()
  return {
    purposeCode,
    purposeText,
    namingCode: naming < 0.62 ? 'fund_and_donor' : naming < 0.9 ? 'fund_only' : 'anonymous',
  }
}

function purposeOf(draws: Draws, names: NameSource): Omit<Words, 'namingCode'> {
  const drawn = draws.next()
  const person = names.person()
  const fullName = `${person.firstName} ${person.lastName}`
  if (drawn < 0.58) return { purposeCode: 'where_needed', purposeText: null }
  if (drawn < 0.74) return { purposeCode: 'programme', purposeText: draws.pick(namedProgrammes) }
  if (drawn < 0.83) return { purposeCode: 'in_memory', purposeText: fullName }
  if (drawn < 0.9) return { purposeCode: 'in_honour', purposeText: fullName }
  return { purposeCode: 'other', purposeText: draws.pick(otherPurposes) }
}
