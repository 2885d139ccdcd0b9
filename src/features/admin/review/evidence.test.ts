import { expect, test } from 'vitest'
import type { StaffGrant } from '../../grants/grants.contract.ts'
import { changeSince, evidenceRows } from './evidence.ts'

const relied = {
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

test('open-points 6 how the charity stands now is shown above what each step relied on', () => {
  const rows = evidenceRows(grantWith({ now: relied, before: relied }))
  expect(rows.map(row => [row.title, row.sourceFile, row.sourceLine])).toEqual([
    ['Now', 'eo1.csv', 4711],
    ['Recommended', 'eo1.csv', 4711],
  ])
  expect(changeSince(rows)).toBeNull()
})

test('open-points 6 a register that says something else than at the last step is said', () => {
  const now = { ...relied, sourceFile: 'eo2.csv', outcome: 'person' }
  expect(changeSince(evidenceRows(grantWith({ now, before: relied })))).toBe(
    'The register says something else than at the last step: "May receive grants" then, "Left to a person" now.',
  )
  const moved = { ...relied, sourceFile: 'eo2.csv' }
  expect(changeSince(evidenceRows(grantWith({ now: moved, before: relied })))).toContain('another file')
})

test('open-points 6 a step that relied on nothing has no line, a charity that left every register none for now', () => {
  expect(evidenceRows(grantWith({ now: null, before: null }))).toEqual([])
  expect(evidenceRows(grantWith({ now: null, before: relied })).map(row => row.title)).toEqual([
    'Recommended',
  ])
})
