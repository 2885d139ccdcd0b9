import { expect, test } from 'vitest'
import { changeSince, evidenceRows } from './evidence.ts'
import type { StaffGrant } from './staff-grants.contract.ts'

const evidence = {
  charityId: 'US-EIN-010631747',
  name: 'HARBOR LIGHT FOOD BANK',
  register: 'irs-bmf',
  sourceFile: 'eo1.csv',
  fileDate: '2026-10-06',
  sourceLine: 4711,
  readAt: '2026-11-02T10:00:00.000Z',
  outcome: 'yes',
  reason: 'public-charity',
}

function grantWith(about: { now: Record<string, unknown> | null; before: Record<string, unknown> | null }) {
  const steps = [{ step: 1, transition: 'recommend' }] as StaffGrant['steps']
  return {
    charityNow: about.now && { refusedByStaff: false, paysByEft: false, evidence: about.now },
    evidence: [{ step: 1, evidence: about.before }],
    steps,
  } as StaffGrant
}

test('lists the charity’s status now above the evidence of each step (§13)', () => {
  const rows = evidenceRows(grantWith({ now: evidence, before: evidence }))
  expect(rows.map(row => [row.title, row.sourceFile, row.sourceLine])).toEqual([
    ['Now', 'eo1.csv', 4711],
    ['Recommended', 'eo1.csv', 4711],
  ])
  expect(changeSince(rows)).toBeNull()
})

test('reports a register entry that has changed since the last step (§13)', () => {
  const now = { ...evidence, sourceFile: 'eo2.csv', outcome: 'person' }
  expect(changeSince(evidenceRows(grantWith({ now, before: evidence })))).toBe(
    'The register has changed since the last step: “Can receive grants” then, “Needs staff review” now.',
  )
  const moved = { ...evidence, sourceFile: 'eo2.csv' }
  expect(changeSince(evidenceRows(grantWith({ now: moved, before: evidence })))).toContain('a different file')
})

test('reports another ground for a review, which has the same outcome', () => {
  const basis = {
    ...{ subsection: '03', foundation: '21', deductibility: '1', status: '01' },
    ...{ removedOn: null, leftOn: null, isUnread: false, vetting: null },
  }
  const before = { ...evidence, outcome: 'person', reason: 'supporting-organization', basis }
  const changeTo = (now: object) =>
    changeSince(evidenceRows(grantWith({ now: { ...before, ...now }, before })))
  expect(changeTo({})).toBeNull()
  expect(changeTo({ basis: { ...basis, foundation: '23' } })).toContain(
    'another type of supporting organization',
  )
  expect(changeTo({ reason: 'supporting-organization-left' })).toContain('no longer in the register’s file')
})

test('lists no row for a step without evidence, and none for now when the charity has left every register (§13)', () => {
  expect(evidenceRows(grantWith({ now: null, before: null }))).toEqual([])
  expect(evidenceRows(grantWith({ now: null, before: evidence })).map(row => row.title)).toEqual([
    'Recommended',
  ])
})
