import type { RegisterRow, SearchColumns } from './register-row.ts'

type Column = { name: string; type: string; of: (row: RegisterRow) => string | null }

/** The columns from a register's file in the order of COPY. The row's hash covers them. */
const fileColumns = [
  { name: 'charity_id', type: 'text', of: row => row.charityId },
  { name: 'register', type: 'text', of: row => row.register },
  { name: 'number', type: 'text', of: row => row.number },
  { name: 'name', type: 'text', of: row => row.name },
  { name: 'also_known_as', type: 'text', of: row => row.alsoKnownAs },
  { name: 'street', type: 'text', of: row => row.street },
  { name: 'city', type: 'text', of: row => row.city },
  { name: 'state', type: 'text', of: row => row.state },
  { name: 'postal_code', type: 'text', of: row => row.postalCode },
  { name: 'group_number', type: 'text', of: row => row.groupNumber },
  { name: 'subsection', type: 'text', of: row => row.subsection },
  { name: 'affiliation', type: 'text', of: row => row.affiliation },
  { name: 'classification', type: 'text', of: row => row.classification },
  { name: 'ruling_month', type: 'text', of: row => row.rulingMonth },
  { name: 'deductibility', type: 'text', of: row => row.deductibility },
  { name: 'foundation', type: 'text', of: row => row.foundation },
  { name: 'organization', type: 'text', of: row => row.organization },
  { name: 'status', type: 'text', of: row => row.status },
  { name: 'removed_on', type: 'date', of: row => row.removedOn },
  { name: 'tax_period', type: 'text', of: row => row.taxPeriod },
  { name: 'ntee', type: 'text', of: row => row.ntee },
  { name: 'assets_whole_units', type: 'bigint', of: row => row.assetsWholeUnits },
  { name: 'income_whole_units', type: 'bigint', of: row => row.incomeWholeUnits },
  { name: 'revenue_whole_units', type: 'bigint', of: row => row.revenueWholeUnits },
] as const satisfies readonly Column[]

/** Columns derived from a row for the search, and the source line for evidence. */
const derivedColumns = [
  { name: 'name_key', type: 'text' },
  { name: 'name_hash', type: 'integer' },
  { name: 'address_hash', type: 'integer' },
  { name: 'search_keys', type: 'integer[]' },
  { name: 'is_grantable', type: 'boolean' },
  { name: 'source_line', type: 'integer' },
] as const

export const copiedColumns: readonly string[] = [...fileColumns, ...derivedColumns].map(column => column.name)

/** Increase this when the derivation changes, so that the next import updates every row. */
const derivationVersion = 5

/** A 64-bit hash by which the database detects changed rows. It need not resist attacks: a register is not an attacker. */
export const rowHash = `hash_record_extended(row(${fileColumns.map(column => column.name).join(', ')}), ${derivationVersion})`

const rowColumns: readonly Column[] = fileColumns

/** One line in the text format of COPY, in the order of `copiedColumns`. */
export function copyLine(
  row: RegisterRow,
  search: SearchColumns,
  source: { line: number; text: string },
): string {
  // Hardly any line has a special character of COPY, so one check of the line replaces one of each field.
  const asText = special.test(source.text) ? copyText : plainText
  let fields = ''
  for (const column of rowColumns) fields += `${asText(column.of(row))}\t`
  const address = search.addressHash === null ? '\\N' : search.addressHash
  return `${fields}${copyText(search.nameKey)}\t${search.nameHash}\t${address}\t{${search.searchKeys.join(',')}}\t${search.isGrantable}\t${source.line}\n`
}

const plainText = (text: string | null): string => text ?? '\\N'

export function copyText(text: string | null): string {
  if (text === null) return '\\N'
  return special.test(text)
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text
}

const special = /[\\\t\n\r]/
