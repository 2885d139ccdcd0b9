import { charityName } from '../../charities/domain/charity-name.ts'
import type { Vetting } from '../vettings.contract.ts'

/** The name and town, of which a register may lack the second. */
export const vettedName = ({ name, city }: Pick<Vetting, 'name' | 'city'>): string =>
  [charityName(name), charityName(city)].filter(Boolean).join(', ')
