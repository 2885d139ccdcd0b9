import { keysOf } from '../../../../domain/keys-of.ts'
import { type Currency, otherCurrencySentence } from '../../../../domain/money.ts'

/** The columns of a file of grants, with the headings that name them. The first of each is that of the template. */
export const fileColumns = {
  taxId: ['Tax ID', 'Charity number'],
  name: [
    'Charity name',
    'Charity',
    'Name of charity',
    'Organization name',
    'Organization',
    'Organisation name',
    'Organisation',
    'Nonprofit',
    'Nonprofit name',
    'Recipient',
    'Recipient name',
    'Grantee',
    'Grantee name',
    'Name',
  ],
  amount: [
    'Amount',
    'Grant amount',
    'Gift amount',
    'Donation amount',
    'Amount of grant',
    'Recommended amount',
  ],
  purpose: ['Purpose', 'Grant purpose', 'Gift purpose', 'Purpose of grant', 'Designation'],
  naming: ['What the charity sees', 'Shown to the charity', 'Named to the charity', 'Naming', 'Recognition'],
} as const satisfies Record<string, readonly string[]>
export type FileColumn = keyof typeof fileColumns

const columnNames = keysOf(fileColumns)

/** Headings that mean a column only where no other one does. */
const vague: readonly string[] = ['name', 'number', 'no', 'id', 'our number', 'organization', 'organisation']

const signs = { $: ' usd ', '£': ' gbp ', '€': ' eur ', '#': ' number ' } as const

/** Words in lower case with one space between them: `EIN #` and `ein number` are the same, `Amount ($)` is `amount usd`. */
const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}|['’]/gu, '')
    .toLowerCase()
    .replaceAll('us$', '$')
    // The expression finds these signs alone.
    .replaceAll(/[$£€#]/g, sign => signs[sign as keyof typeof signs])
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const numberWords = [
  'number',
  'numbers',
  'no',
  'num',
  'nr',
  'id',
  'ids',
  'identification',
  'identifier',
] as const
const registerWords = [
  'charity',
  'charitys',
  'charities',
  'registered',
  'registration',
  'register',
  'reg',
  'commission',
  'oscr',
  'ccni',
] as const
const organizationWords = [
  'organization',
  'organisation',
  'org',
  'nonprofit',
  'recipient',
  'grantee',
  'our',
] as const
const einWords = ['ein', 'eins', 'tin', 'fein', 'taxid'] as const
const otherWords = ['tax', 'taxpayer', 'employer', 'federal', 'irs', 'us', 'uk', 'the', 'of'] as const
const idWords: readonly string[] = [
  ...numberWords,
  ...registerWords,
  ...organizationWords,
  ...einWords,
  ...otherWords,
]

/** Whether a heading names the number of a charity: `Tax ID (EIN)`, `Registered charity no.`, and other orders of such words. */
function isTaxId(heading: string): boolean {
  const words = heading.split(' ')
  const has = (some: readonly string[]) => words.some(word => some.includes(word))
  if (vague.includes(heading)) return has(numberWords)
  if (!words.every(word => idWords.includes(word))) return false
  return (
    has(einWords) ||
    (has(numberWords) && has(['tax', 'taxpayer', 'employer', ...registerWords, ...organizationWords]))
  )
}

const currencyWords = {
  USD: 'usd|(?:us )?dollars?',
  GBP: 'gbp|(?:pounds )?sterling|(?:uk )?pounds?',
} as const satisfies Record<Currency, string>

/** A heading without the words of a currency at an end: `amount in us dollars`. */
function withoutCurrency(heading: string, words: string): string {
  const names = new RegExp(`^(?:${words}) | (?:in )?(?:${words})$`)
  return heading.replace(names, '')
}

const isNamed = (column: FileColumn, heading: string): boolean =>
  column === 'taxId' ? isTaxId(heading) : fileColumns[column].some(name => name.toLowerCase() === heading)

/** Where each column is in the file, by its first row; or why it cannot be said, as a sentence. */
export function columnsOf(
  headings: readonly string[],
  currency: Currency,
): ReadonlyMap<FileColumn, number> | { problem: string } {
  const all = headings.map(plainHeading)
  const found = new Map<FileColumn, number>()
  for (const column of columnNames) {
    const named = all.map(heading =>
      column === 'amount' ? withoutCurrency(heading, currencyWords[currency]) : heading,
    )
    const places = named.flatMap((heading, index) => (isNamed(column, heading) ? [index] : []))
    const clear = places.filter(index => !vague.includes(named[index] ?? ''))
    const [first, second] = clear.length > 0 ? clear : places
    if (first === undefined) continue
    if (second !== undefined)
      return {
        problem: `Two columns could be the ${columnLabels[column]}: ${quoted(headings[first])} and ${quoted(headings[second])}. Rename or delete one of them.`,
      }
    found.set(column, first)
  }
  const missing = (['taxId', 'amount'] as const).filter(column => !found.has(column))
  if (missing.length === 0) return found
  const foreign = found.has('amount') ? undefined : otherAmount(all)
  return {
    problem:
      foreign === undefined
        ? missingColumns(missing, headings, currency)
        : `The heading ${quoted(headings[foreign])} names another currency. ${otherCurrencySentence[currency]}.`,
  }
}

/** The place of an amount in another currency. */
function otherAmount(headings: readonly string[]): number | undefined {
  const words = [...Object.values(currencyWords), 'eur', 'euros?'].join('|')
  const index = headings.findIndex(heading => isNamed('amount', withoutCurrency(heading, words)))
  return index === -1 ? undefined : index
}

const columnLabels = {
  taxId: 'charity’s number',
  name: 'charity’s name',
  amount: 'amount',
  purpose: 'purpose',
  naming: 'choice of what the charity sees',
} as const satisfies Record<FileColumn, string>

/** A file can have 50 columns; a sentence of all of them is not read. */
const maxHeadingsNamed = 12

function missingColumns(
  missing: readonly ('taxId' | 'amount')[],
  headings: readonly string[],
  currency: Currency,
): string {
  const given = headings.filter(heading => heading !== '')
  const more = given.length > maxHeadingsNamed
  const seen = given.slice(0, maxHeadingsNamed).map(quoted).join(', ')
  const wanted = missing.map(column =>
    quoted(column === 'taxId' && currency === 'GBP' ? fileColumns.taxId[1] : fileColumns[column][0]),
  )
  return `We found no column for the ${missing.map(column => columnLabels[column]).join(' and the ')}. The first row has ${seen}${more ? ' and others' : ''}. Name the missing ${missing.length === 1 ? 'one' : 'ones'} ${wanted.join(' and ')}, as in the template.`
}

const maxShown = 40
const quoted = (text = ''): string => `“${text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text}”`
