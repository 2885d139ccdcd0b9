import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../../clients/client.ts'
import { missingCharity } from '../../../../contract/wire.ts'
import { addDays, formatDate, type IsoDate } from '../../../../domain/dates.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { placeLabel, taxIdOf } from '../../../charities/domain/charity-labels.ts'
import { charityName } from '../../../charities/domain/charity-name.ts'
import { nameKey, searchWords } from '../../../charities/domain/name-key.ts'
import {
  type CharityRecord,
  findCharities,
  findNamesakes,
} from '../../../charities/server/charities.queries.ts'
import { charityFlag } from '../../../charities/server/charity-flag.ts'
import { rowResponse } from '../../../charities/server/charity-response.ts'
import { eligibilityOf } from '../../../charities/server/charity-status.ts'
import { type GrantRules, grantViolations, repeatDays } from '../../domain/grant-rules.ts'
import { type AmountRules, unreadAmount, wrongPurpose } from '../domain/file-rows.ts'
import type { BasketRow, DraftContent } from '../drafts.contract.ts'
import { contentOf } from './draft-content.ts'
import { type DraftRecord, findGranted, findRepeats } from './drafts.queries.ts'

export type RowSettings = { client: Client; book: Book; today: IsoDate }

export type CheckedRow = {
  draft: DraftRecord
  content: DraftContent
  charity: CharityRecord | undefined
  errors: BasketRow['errors']
  warnings: BasketRow['warnings']
}

/** The data that the rows are checked against, read for all of them at once. */
type Known = {
  charities: ReadonlyMap<string, CharityRecord>
  granted: ReadonlySet<string>
  namesakes: ReadonlySet<string>
  repeats: ReadonlyMap<string, IsoDate>
}

/**
 * Checks the rows of a basket: errors have to be corrected, warnings have to be answered. The number of queries does not depend on the
 * number of rows.
 */
export async function checkRows(
  db: Kysely<DB>,
  accountId: string,
  drafts: readonly DraftRecord[],
  settings: RowSettings,
): Promise<CheckedRow[]> {
  const rows = drafts.map(draft => ({ draft, content: contentOf(draft) }))
  const ids = [...new Set(rows.flatMap(({ content }) => content.charityId ?? []))]
  const [charities, granted, repeats, namesakes] = await Promise.all([
    findCharities(db, ids),
    findGranted(db, accountId, ids),
    findRepeats(db, accountId, ids, addDays(settings.today, -repeatDays)),
    findNamesakes(db, ids, { registers: settings.client.charityRegisters, wordKeys: [], maxEach: 1 }),
  ])
  const known: Known = {
    charities: new Map(charities.map(charity => [charity.charity_id, charity])),
    granted,
    namesakes: new Set(namesakes.map(({ of }) => of)),
    repeats: new Map(repeats.map(row => [pairOf(row.charity_id, row.amount_minor), row.recommended_on])),
  }
  const first = new Map<string, number>()
  return rows.map(({ draft, content }) => {
    const charity = known.charities.get(content.charityId ?? '')
    const { charityId, amountMinor } = content
    // Two amounts that could not be read are not the same.
    const pair = charityId === null || amountMinor === null ? null : pairOf(charityId, amountMinor)
    const earlier = pair === null ? undefined : first.get(pair)
    if (pair !== null && earlier === undefined) first.set(pair, draft.position)
    return {
      draft,
      content,
      charity,
      errors: errorsOf(content, charity, settings),
      warnings: warningsOf(content, charity, { known, earlier, settings }),
    }
  })
}

const pairOf = (charityId: string, amountMinor: bigint | null) => `${charityId}:${amountMinor ?? ''}`

export const amountRulesOf = ({ client, book }: Pick<RowSettings, 'client' | 'book'>): AmountRules => ({
  maxAmountMinor: client.maxAmountMinor,
  currency: book.currency,
  locale: client.locale,
})

const rulesOf = (settings: Pick<RowSettings, 'client' | 'book'>): GrantRules => ({
  ...amountRulesOf(settings),
  minimumMinor: settings.client.minimumGrantMinor,
  wholeUnitsOnly: settings.client.wholeUnitsOnly,
  availableMinor: null,
})

function errorsOf(
  content: DraftContent,
  charity: CharityRecord | undefined,
  settings: RowSettings,
): BasketRow['errors'] {
  const ofCharity = charityError(content, charity, settings.client)
  const { given, amountMinor } = content
  const unread = amountMinor === null && given !== null && given.amount !== ''
  const naming = given?.naming ?? ''
  const purpose = given?.purpose ?? ''
  return [
    ...(ofCharity === null ? [] : [{ field: 'charityId', message: ofCharity }]),
    ...(naming === ''
      ? []
      : [
          {
            field: 'namingCode',
            message: `“${naming}” is not one of the choices. Choose what the charity sees`,
          },
        ]),
    ...(purpose === '' ? [] : [{ field: 'purposeText', message: wrongPurpose(purpose) }]),
    ...grantViolations({ ...content, certified: true }, rulesOf(settings)).map(({ field, message }) => ({
      field,
      message:
        unread && field === 'amountMinor' ? unreadAmount(given.amount, amountRulesOf(settings)) : message,
    })),
  ]
}

function charityError(
  { charityId, given }: DraftContent,
  charity: CharityRecord | undefined,
  client: Client,
): string | null {
  if (charityId === null) return given?.taxId ? `“${given.taxId}” is not a charity’s number` : missingCharity
  if (!charity || !client.charityRegisters.includes(charity.register))
    return `${taxIdOf(charityId)} is not on a register that we use`
  const { canBeSelected, eligibility } = rowResponse(charity, client)
  return canBeSelected ? null : eligibility.sentence
}

type Context = { known: Known; earlier: number | undefined; settings: RowSettings }

function warningsOf(
  content: DraftContent,
  charity: CharityRecord | undefined,
  { known, earlier, settings }: Context,
): BasketRow['warnings'] {
  if (!charity) return []
  const { charityId, amountMinor, accepted } = content
  const found: [kind: string, message: string][] = []
  // Donors may still give to it, but should know before they submit many grants at once.
  const flag = charityFlag(charity, { name: null, outcome: null }, settings.client)
  if (flag !== null) found.push([eligibilityOf(charity).reason, flag])
  const name = charityName(charity.name)
  if (!isSameName(content.charityName, charity))
    found.push(['name', `The number belongs to ${name}, not to “${content.charityName}”.`])
  if (known.namesakes.has(charity.charity_id) && !known.granted.has(charity.charity_id))
    found.push([
      'namesake',
      `Another charity has the same name. Did you mean the one in ${placeOf(charity)}?`,
    ])
  if (earlier !== undefined) found.push(['duplicate', `Row ${earlier} has the same charity and amount.`])
  const day = known.repeats.get(pairOf(charity.charity_id, amountMinor))
  if (day !== undefined)
    found.push(['repeat', `The same amount was recommended on ${formatDate(day, settings.client.locale)}.`])
  return found.map(([kind, message]) => {
    const key = `${kind}:${charityId}:${amountMinor ?? ''}:${kind === 'name' ? nameKey(content.charityName ?? '').slice(0, 40) : ''}`
    return { key, message, isAccepted: accepted.includes(key) }
  })
}

const placeOf = (charity: CharityRecord): string => placeLabel(charity) ?? 'the register'

/** Whether the file's name is the register's, or an alias of it, apart from words such as "Inc" and "The". */
function isSameName(given: string | null, charity: CharityRecord): boolean {
  if (given === null || given.trim() === '') return true
  const wordsOf = (name: string) => searchWords(nameKey(name)).toSorted().join(' ')
  const named = wordsOf(given)
  return named === wordsOf(charity.name) || named === wordsOf(charity.also_known_as ?? charity.name)
}
