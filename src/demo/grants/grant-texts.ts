import type { Purpose } from '../../features/grants/domain/purpose.ts'
import type { Naming } from '../../features/people/domain/naming.ts'
import type { NameSource } from '../people/names.ts'
import type { Random } from '../random.ts'

type GrantDetails = { purposeCode: Purpose; purposeText: string | null; namingCode: Naming }

export const namedPrograms = [
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
  'Reading room endowment',
  'Organ restoration',
  'Disaster relief',
]

/** Picks purpose and naming. Most grants go where needed most, with the names of fund and donor. */
export function pickGrantDetails(random: Random, names: NameSource): GrantDetails {
  const { purposeCode, purposeText } = purposeOf(random, names)
  const naming = random.next()
  return {
    purposeCode,
    purposeText,
    namingCode: naming < 0.62 ? 'fund_and_donor' : naming < 0.9 ? 'fund_only' : 'anonymous',
  }
}

function purposeOf(random: Random, names: NameSource): Omit<GrantDetails, 'namingCode'> {
  const value = random.next()
  const person = names.person()
  const fullName = `${person.firstName} ${person.lastName}`
  if (value < 0.58) return { purposeCode: 'where_needed', purposeText: null }
  if (value < 0.74) return { purposeCode: 'programme', purposeText: random.pick(namedPrograms) }
  if (value < 0.83) return { purposeCode: 'in_memory', purposeText: fullName }
  if (value < 0.9) return { purposeCode: 'in_honour', purposeText: fullName }
  return { purposeCode: 'other', purposeText: random.pick(otherPurposes) }
}
