import { describe, expect, test } from 'vitest'
import { decideEligibility, type EligibilityFacts } from './eligibility.ts'

type Irs = Extract<EligibilityFacts, { register: 'irs-bmf' }>
const publicCharity: Irs = {
  register: 'irs-bmf',
  subsection: '03',
  foundation: '15',
  deductibility: '1',
  status: '01',
  leftOn: null,
}

const cases: [Partial<Irs>, string, string][] = [
  [{ subsection: '92' }, 'no', 'split-interest-trust'],
  [{ subsection: '92', foundation: '04' }, 'no', 'split-interest-trust'],
  [{ subsection: '04' }, 'no', 'not-501c3'],
  [{ subsection: null }, 'no', 'not-501c3'],
  [{ subsection: '19', foundation: '04' }, 'no', 'not-501c3'],
  [{ foundation: '04' }, 'no', 'private-foundation'],
  [{ foundation: '24' }, 'no', 'type-iii-not-integrated'],
  [{ foundation: '18' }, 'no', 'public-safety'],
  [{ foundation: '04', deductibility: '2', status: '02' }, 'no', 'private-foundation'],
  ...['17', '21', '22', '23'].map((foundation): [Partial<Irs>, string, string] => [
    { foundation },
    'person',
    'supporting-organisation',
  ]),
  ...['02', '03'].map((foundation): [Partial<Irs>, string, string] => [
    { foundation },
    'person',
    'operating-foundation',
  ]),
  ...['00', '09', '25', '', null].map((foundation): [Partial<Irs>, string, string] => [
    { foundation },
    'person',
    'foundation-code-unusual',
  ]),
  [{ foundation: '21', deductibility: '2' }, 'person', 'supporting-organisation'],
  [{ deductibility: '2' }, 'person', 'deductibility-unusual'],
  [{ deductibility: null, status: '02' }, 'person', 'deductibility-unusual'],
  [{ status: '02' }, 'person', 'status-unusual'],
  [{ status: null }, 'person', 'status-unusual'],
  ...['10', '11', '12', '13', '14', '15', '16'].map((foundation): [Partial<Irs>, string, string] => [
    { foundation },
    'yes',
    'public-charity',
  ]),
  [{ leftOn: '2026-04-14' }, 'person', 'left-the-register'],
  [{ leftOn: '2026-04-14', foundation: '04' }, 'no', 'private-foundation'],
]

describe('open-points 6 eligibility, the first rule that applies', () => {
  test.each(cases)('open-points 6 %j is %s: %s', (facts, outcome, reason) => {
    const decided = decideEligibility({ ...publicCharity, ...facts })
    expect(decided).toMatchObject({ outcome, reason })
    expect(decided.sentence).toMatch(/^[A-Z].*\.$/)
  })

  test('open-points 6 a charity on a UK register is a yes, a body on none goes to a person', () => {
    expect(decideEligibility({ register: 'uk', leftOn: null }).outcome).toBe('yes')
    expect(decideEligibility({ register: 'uk', leftOn: '2026-01-01' }).outcome).toBe('person')
    expect(decideEligibility({ register: 'none' }).outcome).toBe('person')
  })
})
