import { beforeEach, expect, test } from 'vitest'
import type { Account } from '../../contract/account-overview.contract.ts'
import type { CharityRow } from '../charities/charities.contract.ts'
import { type Choice, choicesFor } from './choices.ts'
import { addRecent, recentOf } from './recent.ts'

const pages = [
  { title: 'Home', path: '/' },
  { title: 'Fund Activity', path: '/fund-activity' },
  { title: 'Frequently Asked Questions', path: '/faq' },
]
const account = {
  fundId: 204318,
  accountName: 'The Whitcombe Fund',
  donorName: 'Eleanor Whitcombe',
} as Account
const charity = {
  charityId: 'US-EIN-1',
  name: 'HARBOR LIGHT',
  taxId: '12-3456789',
  city: 'ERIE',
  state: 'PA',
  canBeSelected: true,
  logoUrl: null,
} as CharityRow
const noContent = {
  typed: '',
  recent: [],
  pages,
  accounts: [],
  numbered: [],
  households: [],
  ownCharities: [],
  charities: [],
  activityOf: (charityId: string) => `/grant-activity/${charityId}`,
  recommendTo: (charityId: string) => `/recommend-a-grant?charity=${charityId}`,
}
const headingsOf = (content: Parameters<typeof choicesFor>[0]) =>
  choicesFor(content).map(({ heading }) => heading)

beforeEach(() => {
  recentOf(null)
})

test('finds pages by the start of their words in any order', () => {
  const titles = (typed: string) =>
    choicesFor({ ...noContent, typed }).flatMap(({ choices }) => choices.map(({ title }) => title))
  expect(titles('')).toEqual(['Home', 'Fund Activity', 'Frequently Asked Questions'])
  expect(titles('ac FUND')).toEqual(['Fund Activity'])
  expect(titles('quest')).toEqual(['Frequently Asked Questions'])
  expect(titles('ctivity')).toEqual([])
})

test('groups the choices and lists a recent one first and once', () => {
  const content = { ...noContent, typed: 'h', accounts: [account], charities: [charity] }
  expect(headingsOf(content)).toEqual(['Pages', 'Accounts', 'Charities', 'Recommend a grant to'])
  const page: Choice = { key: 'page /', title: 'Home', target: { to: '/' } }
  const [recent, ...others] = choicesFor({ ...content, recent: [page] })
  expect(recent).toEqual({ heading: 'Recent', choices: [page] })
  expect(others.flatMap(({ choices }) => choices).map(({ key }) => key)).not.toContain('page /')
})

test('finds a household by its name, once something is typed, and shows its accounts', () => {
  const households = [
    { householdId: 'h1', name: 'Whitcombe family', accounts: 1 },
    { householdId: 'h2', name: 'Pell family', accounts: 12 },
  ]
  const found = (typed: string) => choicesFor({ ...noContent, pages: [], typed, households })
  expect(found('')).toEqual([])
  expect(found('fam pell')).toEqual([
    {
      heading: 'Households',
      choices: [
        {
          key: 'household h2',
          title: 'Pell family',
          note: '12 accounts',
          target: { to: '/financial-advisor-dashboard?household=h2' },
        },
      ],
    },
  ])
})

test('shows staff what has the number that was typed, before accounts and charities', () => {
  const grant = { key: 'grant g1', title: 'Grant 100123 to Harbor Light', note: 'Paid', to: '/g1' }
  const groups = choicesFor({ ...noContent, typed: '100123', numbered: [grant], accounts: [account] })
  expect(groups.map(({ heading }) => heading)).toEqual(['By number', 'Accounts'])
  expect(groups[0]?.choices).toMatchObject([{ key: 'grant g1', note: 'Paid', target: { to: '/g1' } }])
})

test('lists the fund’s own charities before others, each charity once', () => {
  const stranger = { ...charity, charityId: 'US-EIN-2', name: 'HARBOR LIGHT' }
  const groups = choicesFor({
    ...noContent,
    typed: 'harbor light',
    pages: [],
    ownCharities: [charity],
    charities: [stranger, charity],
  })
  expect(groups.map(({ heading, choices }) => [heading, choices.map(({ key }) => key)])).toEqual([
    ['Your charities', ['charity US-EIN-1']],
    ['Charities', ['charity US-EIN-2']],
    ['Recommend a grant to', ['recommend US-EIN-1', 'recommend US-EIN-2']],
  ])
})

test('offers no grant to an ineligible charity or to a person who cannot recommend (§13)', () => {
  const ineligible = { ...charity, canBeSelected: false }
  expect(headingsOf({ ...noContent, typed: 'h', charities: [ineligible] })).toEqual(['Pages', 'Charities'])
  expect(headingsOf({ ...noContent, typed: 'h', charities: [charity], recommendTo: null })).toEqual([
    'Pages',
    'Charities',
  ])
  const [group] = choicesFor({ ...noContent, pages: [], charities: [charity] })
  expect(group?.choices[0]).toMatchObject({ title: 'Harbor Light', note: '12-3456789 · Erie, PA' })
})

test('keeps the last five choices of one person, newest first, and clears them for another', () => {
  const choice = (key: string): Choice => ({ key, title: key, target: { to: '/' } })
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) addRecent('eleanor', choice(key))
  expect(recentOf('eleanor').map(({ key }) => key)).toEqual(['c', 'f', 'e', 'd', 'b'])
  expect(recentOf('julian')).toEqual([])
  expect(recentOf('eleanor')).toEqual([])
})
