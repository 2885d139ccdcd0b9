import { nameKey, searchWords } from '../../charities/domain/name-key.ts'
import { nearKeys } from '../../charities/domain/near-words.ts'
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

/** The words of a vetted organization for the dictionary of the search. */
export function vettingWords({
  name,
  also_known_as: alias,
  city,
}: Pick<VettingRecord, 'name' | 'also_known_as' | 'city'>) {
  const words = new Set([name, alias ?? '', city].flatMap(text => searchWords(nameKey(text))))
  return [...words].map(word => ({ word, key: wordKey(word), near: nearKeys(word) }))
}
