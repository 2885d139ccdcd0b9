import type { Account } from '../../contract/account-overview.contract.ts'
import type { CharityRow } from '../charities/charities.contract.ts'
import { charityName } from '../charities/domain/charity-name.ts'

/** Where a choice leads: an address of the portal, or to another account (§2.4). */
export type Target = { to: string } | { fundId: number }
export type Choice = { key: string; title: string; note?: string; target: Target }
export type Group = { heading: string; choices: readonly Choice[] }

export type Page = { title: string; path: string }

/** A few of each are read at a glance; more words find the rest. */
const accountsAtMost = 5
const charitiesAtMost = 5
const recommendedAtMost = 3
export const paletteSizes = { accountsAtMost, charitiesAtMost }

type Found = {
  typed: string
  recent: readonly Choice[]
  pages: readonly Page[]
  accounts: readonly Account[]
  charities: readonly CharityRow[]
  /** How a charity may be followed, null where it may not. */
  activityOf: ((charityId: string) => string) | null
  recommendTo: ((charityId: string) => string) | null
}

/**
 * What the palette offers, in groups: recent choices first, each choice once. Pages and recent choices match where every word
 * that was typed begins one of theirs; accounts and charities come as the server found them.
 */
export function choicesFor(found: Found): Group[] {
  const { typed, recent, pages, accounts, charities, activityOf, recommendTo } = found
  const matches = matcherOf(typed)
  const groups: Group[] = [
    { heading: 'Recent', choices: recent.filter(({ title, note }) => matches(`${title} ${note ?? ''}`)) },
    { heading: 'Pages', choices: pages.filter(({ title }) => matches(title)).map(pageChoice) },
    { heading: 'Accounts', choices: accounts.slice(0, accountsAtMost).map(accountChoice) },
    {
      heading: 'Charities',
      choices: activityOf
        ? charities
            .slice(0, charitiesAtMost)
            .map(row => charityChoice(row, 'charity', activityOf(row.charityId)))
        : [],
    },
    {
      heading: 'Recommend a grant to',
      choices: recommendTo
        ? charities
            .filter(({ canBeSelected }) => canBeSelected)
            .slice(0, recommendedAtMost)
            .map(row => charityChoice(row, 'recommend', recommendTo(row.charityId)))
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

const plainTextOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

function matcherOf(typed: string): (text: string) => boolean {
  const terms = plainTextOf(typed)
  return text => {
    const words = plainTextOf(text)
    return terms.every(term => words.some(word => word.startsWith(term)))
  }
}

const pageChoice = ({ title, path }: Page): Choice => ({ key: `page ${path}`, title, target: { to: path } })

const accountChoice = ({ fundId, accountName, donorName }: Account): Choice => ({
  key: `account ${fundId}`,
  title: accountName,
  note: `Account ID ${fundId} · ${donorName}`,
  target: { fundId },
})

function charityChoice(row: CharityRow, kind: 'charity' | 'recommend', to: string): Choice {
  // The register writes towns in capitals too.
  const place = [row.city === null ? null : charityName(row.city), row.state].filter(Boolean).join(', ')
  return {
    key: `${kind} ${row.charityId}`,
    title: charityName(row.name),
    note: [kind === 'recommend' ? 'Recommend a grant' : null, row.taxId, place].filter(Boolean).join(' · '),
    target: { to },
  }
}
