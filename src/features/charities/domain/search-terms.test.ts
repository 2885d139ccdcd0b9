import { expect, test } from 'vitest'
import { parseSearchTerms } from './search-terms.ts'
import { typedNumber } from './typed-number.ts'

test.each([
  ['07-4532198', 'US-EIN-074532198'],
  ['Tax ID: 07-4532198', 'US-EIN-074532198'],
  ['tax id no. 074532198', 'US-EIN-074532198'],
  ['Tax identification number 07 4532198', 'US-EIN-074532198'],
  ['(EIN) #07-4532198', 'US-EIN-074532198'],
  ['FEIN 07–4532198', 'US-EIN-074532198'],
  ['TIN:074532198', 'US-EIN-074532198'],
  ['Federal Tax ID (EIN): 07-4532198', 'US-EIN-074532198'],
  ['Our EIN is 07-4532198', 'US-EIN-074532198'],
  ['7-4532198', 'US-EIN-074532198'],
  ['74532198', 'US-EIN-074532198'],
  ['EIN 74532198', 'US-EIN-074532198'],
  ['Charity no. 1000005', 'GB-CHC-1000005'],
  ['Registered charity number: 1000005', 'GB-CHC-1000005'],
  ['Reg. charity no SC012345', 'GB-SC-SC012345'],
  ['012345', 'GB-SC-SC012345'],
  ['12345', 'GB-SC-SC012345'],
  ['NIC 100012', 'GB-NIC-100012'],
  ['Charity number NIC100012', 'GB-NIC-100012'],
])('finds the number in "%s"', (typed, charityId) =>
  expect(parseSearchTerms(typed)?.charityIds[0]).toBe(charityId),
)

test('takes six digits as a number of Scotland or of Northern Ireland', () =>
  expect(parseSearchTerms('100012')?.charityIds).toEqual(['GB-SC-SC100012', 'GB-NIC-100012']))

test('takes no longer for a long text', () => {
  const spaces = ' '.repeat(100_000)
  expect(typedNumber(`Tax ID${spaces}07-4532198`)).toBe(`Tax ID${spaces}07-4532198`)
})

test.each(['Charity Navigator 2 Go', 'Tin Roof Theatre', 'TAX AID', 'Registered Nurses 1st', 'Ein Gedi'])(
  'takes "%s" as a name',
  name => {
    expect(typedNumber(name)).toBe(name)
    expect(parseSearchTerms(name)).toMatchObject({ charityIds: [], idPrefix: null })
  },
)
