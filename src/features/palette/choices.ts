import type { Account } from '../../contract/account-overview.contract.ts'
import { paths } from '../../web/routing/paths.ts'
import type { AccountOfBook } from '../../web/session/switch-currency.ts'
import type { CharityRow } from '../charities/charities.contract.ts'
import { charityName } from '../charities/domain/charity-name.ts'

/** The target of a choice: a page of the portal or another account (§2.4). */
type Target = { to: string } | AccountOfBook
export type Choice = { key: string; title: string; note?: string; target: Target }
export type Group = { heading: string; choices: readonly Choice[] }

type Household = { householdId: string; name: string; accounts: number }
type Page = { title: string; path: string }

/** Short lists are read at a glance; more letters find the rest. */
const maxRecommendations = 3
export const maxAccounts = 5
const maxHouseholds = 5
export const maxCharities = 5

/** A grant or an entry of the ledger that a number found. */
export type Numbered = { key: string; title: string; note: string; to: string }

type PaletteContent = {
  typed: string
  recent: readonly Choice[]
  pages: readonly Page[]
  accounts: readonly Account[]
  /** What staff find by the number that was typed. */
  numbered: readonly Numbered[]
  /** All that the person has made. */
  households: readonly Household[]
  /** The fund's own charities: those on its list and those that it has granted to. */
  ownCharities: readonly CharityRow[]
  charities: readonly CharityRow[]
  /** The paths of a charity's activity and of a new grant; null where the person may not open them. */
  activityOf: ((charityId: string) => string) | null
  recommendTo: ((charityId: string) => string) | null
}

/**
 * The palette's choices in groups, recent ones first, each once. Pages, households and recent choices match when every typed word is the
 * start of one of their words. The server has already searched the accounts and charities.
 */
export function choicesFor(content: PaletteContent): Group[] {
  const { typed, recent, pages, accounts, numbered, households, ownCharities, charities } = content
  const { activityOf, recommendTo } = content
  const matches = matcherOf(typed)
  const activities = (rows: readonly CharityRow[]) =>
    activityOf
      ? rows.slice(0, maxCharities).map(row => charityChoice(row, 'charity', activityOf(row.charityId)))
      : []
  const groups: Group[] = [
    { heading: 'Recent', choices: recent.filter(({ title, note }) => matches(`${title} ${note ?? ''}`)) },
    { heading: 'Pages', choices: pages.filter(({ title }) => matches(title)).map(pageChoice) },
    {
      heading: 'By number',
      choices: numbered.map(({ key, title, note, to }) => ({ key, title, note, target: { to } })),
    },
    { heading: 'Accounts', choices: accounts.slice(0, maxAccounts).map(accountChoice) },
    {
      heading: 'Households',
      choices:
        typed.trim() === ''
          ? []
          : households
              .filter(({ name }) => matches(name))
              .slice(0, maxHouseholds)
              .map(householdChoice),
    },
    { heading: 'Your charities', choices: activities(ownCharities) },
    { heading: 'Charities', choices: activities(charities) },
    {
      heading: 'Recommend a grant to',
      choices: recommendTo
        ? [...ownCharities, ...charities]
            .filter(({ canBeSelected }) => canBeSelected)
            .map(row => charityChoice(row, 'recommend', recommendTo(row.charityId)))
            .filter(({ key }, index, all) => all.findIndex(each => each.key === key) === index)
            .slice(0, maxRecommendations)
        : [],
    },
  ]
  const shown = new Set<string>()
  return groups
    .map(({ heading, choices }) => ({
      heading,
      choices: choices.filter(({ key }) => !shown.has(key) && shown.add(key)),
    }))
    .filter(({ choices }) => choices.length > 0)
}

const toWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

function matcherOf(typed: string): (text: string) => boolean {
  const terms = toWords(typed)
  return text => {
    const words = toWords(text)
    return terms.every(term => words.some(word => word.startsWith(term)))
  }
}

const pageChoice = ({ title, path }: Page): Choice => ({ key: `page ${path}`, title, target: { to: path } })

const accountChoice = ({ fundId, currency, accountName, donorName }: Account): Choice => ({
  key: `account ${currency} ${fundId}`,
  title: accountName,
  note: `Account ID ${fundId} · ${donorName}`,
  target: { fundId, currency },
})

const householdChoice = ({ householdId, name, accounts }: Household): Choice => ({
  key: `household ${householdId}`,
  title: name,
  note: accounts === 1 ? '1 account' : `${accounts} accounts`,
  target: { to: paths.advisorDashboard({ household: householdId }) },
})

function charityChoice(row: CharityRow, kind: 'charity' | 'recommend', to: string): Choice {
  // The register has towns in capitals, as it has names.
  const location = [row.city === null ? null : charityName(row.city), row.state].filter(Boolean).join(', ')
  return {
    key: `${kind} ${row.charityId}`,
    title: charityName(row.name),
    note: [kind === 'recommend' ? 'Recommend a grant' : null, row.taxId, location]
      .filter(Boolean)
      .join(' · '),
    target: { to },
  }
}
