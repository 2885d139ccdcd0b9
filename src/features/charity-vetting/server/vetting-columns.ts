import { searchWords } from '../../charities/domain/name-key.ts'
import { wordKey } from '../../charities/domain/synonyms.ts'
import { nameColumns } from '../../charities/server/import/register-row.ts'
import type { VettingFields } from '../vettings.contract.ts'
import type { VettingRecord } from './vettings.queries.ts'

const orNull = (text: string) => (text === '' ? null : text)

/** The entered fields of an organization, and its columns for the search. */
export function vettingColumns(fields: VettingFields) {
  const row = {
    name: fields.name,
    alsoKnownAs: orNull(fields.alsoKnownAs),
    city: fields.city,
    state: orNull(fields.usState),
    ntee: null,
  }
  const search = nameColumns(row, key => searchWords(key).map(wordKey))
  return {
    name: row.name,
    also_known_as: row.alsoKnownAs,
    street: orNull(fields.street),
    city: row.city,
    us_state: row.state,
    postal_code: fields.postalCode,
    basis: fields.basis,
    finding: fields.finding,
    expires_on: fields.expiresOn,
    name_key: search.nameKey,
    name_hash: search.nameHash,
    search_keys: search.searchKeys,
  }
}

/** The texts of a vetted organization whose words the search finds. */
export const searchedTexts = ({ name, also_known_as: alias, city }: SearchedColumns): string[] => [
  name,
  alias ?? '',
  city,
]

type SearchedColumns = Pick<VettingRecord, 'name' | 'also_known_as' | 'city'>
