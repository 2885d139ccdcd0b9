import { describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { decideEligibility, type EligibilityFacts, eligibilityReasons } from './eligibility.ts'

const day = '2026-04-14' as IsoDate

const publicCharity: EligibilityFacts = {
  register: 'irs-bmf',
  charityId: 'US-EIN-010631747',
  subsection: '03',
  foundation: '15',
  deductibility: '1',
  status: '01',
  removedOn: null,
  leftOn: null,
  unreadOn: null,
}
const ukCharity: EligibilityFacts = {
  register: 'uk',
  charityId: 'GB-CHC-1000005',
  subsection: null,
  foundation: null,
  deductibility: null,
  status: null,
  removedOn: null,
  leftOn: null,
  unreadOn: null,
}

type Case = [Partial<EligibilityFacts>, string, string]

const foundationCases = (codes: (string | null)[], outcome: string, reason: string) =>
  codes.map((foundation): Case => [{ foundation }, outcome, reason])

const irsCases: Case[] = [
  [{ subsection: '92' }, 'no', 'nonexempt-charitable-trust'],
  [{ subsection: '92', foundation: '04' }, 'no', 'nonexempt-charitable-trust'],
  [{ subsection: '04' }, 'no', 'subsection-not-03'],
  [{ subsection: null }, 'no', 'subsection-not-03'],
  [{ subsection: '19', foundation: '04' }, 'no', 'subsection-not-03'],
  [{ foundation: '04' }, 'no', 'private-non-operating-foundation'],
  [{ foundation: '24' }, 'no', 'type-iii-not-functionally-integrated'],
  [{ foundation: '18' }, 'no', 'testing-for-public-safety'],
  [{ foundation: '04', deductibility: '2', status: '02' }, 'no', 'private-non-operating-foundation'],
  ...foundationCases(['17', '21', '22', '23'], 'person', 'supporting-organization'),
  ...foundationCases(['02', '03'], 'person', 'private-operating-foundation'),
  ...foundationCases(['00', '09', '25', '', null], 'person', 'foundation-not-10-to-16'),
  [{ foundation: '21', deductibility: '2' }, 'person', 'supporting-organization'],
  [{ deductibility: '2' }, 'person', 'deductibility-not-1'],
  [{ deductibility: null, status: '02' }, 'person', 'deductibility-not-1'],
  [{ status: '02' }, 'person', 'status-not-01'],
  [{ status: null }, 'person', 'status-not-01'],
  ...foundationCases(['10', '11', '12', '13', '14', '15', '16'], 'yes', 'public-charity'),
  [{ leftOn: day }, 'person', 'left-the-register'],
  [{ leftOn: day, foundation: '04' }, 'no', 'private-non-operating-foundation'],
  ...['17', '21', '22', '23'].map(
    (foundation): Case => [{ leftOn: day, foundation }, 'person', 'supporting-organization-left'],
  ),
  [{ leftOn: day, foundation: '24' }, 'no', 'type-iii-not-functionally-integrated'],
  [{ leftOn: day, foundation: '02' }, 'person', 'left-the-register'],
  [{ unreadOn: day, foundation: '21' }, 'person', 'supporting-organization'],
  [{ unreadOn: day, leftOn: day, foundation: '21' }, 'person', 'supporting-organization-left'],
  [{ unreadOn: day }, 'person', 'register-line-not-read'],
  [{ unreadOn: day, leftOn: day }, 'person', 'left-the-register'],
  [{ unreadOn: day, foundation: '04' }, 'no', 'private-non-operating-foundation'],
]

const ukCases: Case[] = [
  [{}, 'yes', 'registered-uk-charity'],
  [{ status: 'registered' }, 'yes', 'registered-uk-charity'],
  [{ charityId: 'GB-CHC-200051-1' }, 'yes', 'registered-uk-charity'],
  [{ charityId: 'GB-CHC-1000005-1234' }, 'yes', 'registered-uk-charity'],
  [{ charityId: 'GB-SC-SC012345' }, 'yes', 'registered-uk-charity'],
  [{ charityId: 'GB-NIC-100012' }, 'yes', 'registered-uk-charity'],
  [{ status: 'removed' }, 'no', 'removed-from-uk-register'],
  [{ removedOn: '2020-01-31' }, 'no', 'removed-from-uk-register'],
  [{ status: 'registered', removedOn: '2020-01-31' }, 'no', 'removed-from-uk-register'],
  [{ status: 'insolvent', removedOn: '2020-01-31' }, 'no', 'removed-from-uk-register'],
  [{ status: 'insolvent' }, 'person', 'insolvent-on-uk-register'],
  [{ status: 'suspended' }, 'person', 'uk-status-not-registered'],
  [{ status: '' }, 'person', 'uk-status-not-registered'],
  [{ leftOn: day }, 'person', 'left-the-register'],
  [{ status: 'removed', leftOn: day }, 'no', 'removed-from-uk-register'],
]

describe('eligibility by the first rule that applies', () => {
  test.each(irsCases)('an IRS row with %j is %s: %s', (facts, outcome, reason) => {
    expect(decideEligibility({ ...publicCharity, ...facts })).toMatchObject({ outcome, reason })
  })

  test.each(ukCases)('a UK row with %j is %s: %s', (facts, outcome, reason) => {
    expect(decideEligibility({ ...ukCharity, ...facts })).toMatchObject({ outcome, reason })
  })

  test('sends a body on no register to a review', () => {
    expect(decideEligibility({ ...ukCharity, register: 'none' })).toMatchObject({
      outcome: 'person',
      reason: 'not-on-a-register',
    })
  })
})

describe('unknown registers, numbers and codes', () => {
  test.each(['irs', 'IRS-BMF', 'acnc', '', 'constructor', '__proto__', 'toString'])(
    'refuses a row of the unknown register "%s"',
    register => {
      for (const charity of [publicCharity, ukCharity])
        expect(decideEligibility({ ...charity, register })).toMatchObject({
          outcome: 'no',
          reason: 'register-not-known',
        })
    },
  )

  test.each([
    ['irs-bmf', 'GB-CHC-1000005'],
    ['irs-bmf', 'CA-CRA-010631747'],
    ['irs-bmf', 'US-EIN-01063174'],
    ['irs-bmf', 'US-EIN-010631747-X'],
    ['irs-bmf', 'XUS-EIN-010631747'],
    ['irs-bmf', 'US-DUNS-010631747'],
    ['irs-bmf', ''],
    ['uk', 'US-EIN-010631747'],
    ['uk', 'IE-CHY-1234'],
    ['uk', 'GB-COH-01234567'],
    ['uk', 'GB-CHC-'],
    ['uk', 'GB-XYZ-1000005'],
    ['uk', 'XGB-CHC-1000005'],
    ['uk', 'GB-CHC-10000050'],
    ['uk', 'GB-CHC-1000005-X'],
    ['uk', 'GB-CHC-1000005-12345'],
    ['uk', 'GB-NIC-100012-1'],
  ])('refuses a row of %s with the number %s of another country or register', (register, charityId) => {
    for (const charity of [publicCharity, ukCharity])
      expect(decideEligibility({ ...charity, register, charityId })).toMatchObject({
        outcome: 'no',
        reason: 'number-not-of-register',
      })
  })

  test('accepts only the codes on the allow lists of all two-character codes of each IRS column', () => {
    const signs = [...'0123456789 AX']
    const codes = [null, '', ...signs, ...signs.flatMap(one => signs.map(two => `${one}${two}`))]
    const accepted = (column: 'subsection' | 'foundation' | 'deductibility' | 'status') =>
      codes.filter(code => decideEligibility({ ...publicCharity, [column]: code }).outcome === 'yes')
    expect(accepted('subsection')).toEqual(['03'])
    expect(accepted('foundation')).toEqual(['10', '11', '12', '13', '14', '15', '16'])
    expect(accepted('deductibility')).toEqual(['1'])
    expect(accepted('status')).toEqual(['01'])
  })
})

test('keeps the keys and outcomes of reasons that evidence stores, each with a sentence', () => {
  const outcomes = Object.fromEntries(
    Object.entries(eligibilityReasons).map(([reason, { outcome }]) => [reason, outcome]),
  )
  expect(outcomes).toEqual({
    'register-not-known': 'no',
    'number-not-of-register': 'no',
    'nonexempt-charitable-trust': 'no',
    'subsection-not-03': 'no',
    'private-non-operating-foundation': 'no',
    'type-iii-not-functionally-integrated': 'no',
    'testing-for-public-safety': 'no',
    'supporting-organization': 'person',
    'private-operating-foundation': 'person',
    'foundation-not-10-to-16': 'person',
    'deductibility-not-1': 'person',
    'status-not-01': 'person',
    'public-charity': 'yes',
    'removed-from-uk-register': 'no',
    'insolvent-on-uk-register': 'person',
    'uk-status-not-registered': 'person',
    'vetted-organization': 'yes',
    'vetting-expired': 'person',
    'registered-uk-charity': 'yes',
    'left-the-register': 'person',
    'supporting-organization-left': 'person',
    'register-line-not-read': 'person',
    'not-on-a-register': 'person',
  })
  for (const { sentence } of Object.values(eligibilityReasons)) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
