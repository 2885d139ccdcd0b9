import { beforeEach, expect, test } from 'vitest'
import type { Account } from '../../contract/account-overview.contract.ts'
import type { CharityRow } from '../charities/charities.contract.ts'
import { type Choice, choicesFor } from './choices.ts'
import { recentOf, rememberPick } from './recent.ts'

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
} as CharityRow
const nothing = {
  typed: '',
  recent: [],
  pages,
  accounts: [],
  charities: [],
  activityOf: (charityId: string) => `/grant-activity/${charityId}`,
  recommendTo: (charityId: string) => `/recommend-a-grant?charity=${charityId}`,
}
const headingsOf = (found: Parameters<typeof choicesFor>[0]) =>
  choicesFor(found).map(({ heading }) => heading)

beforeEach(() => {
  recentOf(null)
})

test('look: the palette finds a page by the beginnings of its words, in any order', () => {
  const titles = (typed: string) =>
    choicesFor({ ...nothing, typed }).flatMap(({ choices }) => choices.map(({ title }) => title))
  expect(titles('')).toEqual(['Home', 'Fund Activity', 'Frequently Asked Questions'])
  expect(titles('ac FUND')).toEqual(['Fund Activity'])
  expect(titles('quest')).toEqual(['Frequently Asked Questions'])
  expect(titles('ctivity')).toEqual([])
})

test('look: what was found stands in groups, what was picked before stands first and once', () => {
  const found = { ...nothing, typed: 'h', accounts: [account], charities: [charity] }
  expect(headingsOf(found)).toEqual(['Pages', 'Accounts', 'Charities', 'Recommend a grant to'])
  const picked: Choice = { key: 'page /', title: 'Home', target: { to: '/' } }
  const [recent, ...others] = choicesFor({ ...found, recent: [picked] })
  expect(recent).toEqual({ heading: 'Recent', choices: [picked] })
  expect(others.flatMap(({ choices }) => choices).map(({ key }) => key)).not.toContain('page /')
})

test('open-points 6: no grant is offered to a charity that cannot be selected, nor to whoever cannot recommend one', () => {
  const refused = { ...charity, canBeSelected: false }
  expect(headingsOf({ ...nothing, typed: 'h', charities: [refused] })).toEqual(['Pages', 'Charities'])
  expect(headingsOf({ ...nothing, typed: 'h', charities: [charity], recommendTo: null })).toEqual([
    'Pages',
    'Charities',
  ])
  const [group] = choicesFor({ ...nothing, pages: [], charities: [charity] })
  expect(group?.choices[0]).toMatchObject({ title: 'Harbor Light', note: '12-3456789 · Erie, PA' })
})

test('look: the last five choices are remembered, the newest first, and nobody sees those of somebody else', () => {
  const choice = (key: string): Choice => ({ key, title: key, target: { to: '/' } })
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) rememberPick('eleanor', choice(key))
  expect(recentOf('eleanor').map(({ key }) => key)).toEqual(['c', 'f', 'e', 'd', 'b'])
  expect(recentOf('julian')).toEqual([])
  expect(recentOf('eleanor')).toEqual([])
})
