import { expect, test } from 'vitest'
import { clientNamed } from '../../../clients/clients.ts'
import { isoDate } from '../../../domain/dates.ts'
import type { ToldItem } from './comparison.queries.ts'
import { blocksOf } from './mail-register-changes.ts'

const item: ToldItem = {
  ...{ key: 'nora', email: 'nora@heron.example', name: 'Nora Heron', has_login: true },
  ...{ account_id: 'a', account_name: 'The Heron Fund', change_id: 'c' },
  ...{ charity_name: 'LARCH AID', former_name: 'LARCH RELIEF', file_date: isoDate('2026-11-24') },
  ...{ kinds: ['renamed'], stops: false, what: 'list', effect: 'flagged', transaction_id: null },
}
const sentence = (change: Partial<ToldItem>) =>
  JSON.stringify(blocksOf([{ ...item, ...change }], clientNamed('npt')))

test('a charity with another name is told by the name that people know', () => {
  expect(sentence({})).toContain('"Larch Relief is listed as Larch Aid now. It is on the charity list."')
  expect(sentence({ kinds: ['renamed', 'not-eligible'] })).toContain(
    '"Larch Aid, until now Larch Relief, can no longer receive grants, as the register’s file of November 24, 2026 shows.',
  )
  // Names that differ in capitals alone are shown as one.
  expect(sentence({ former_name: 'Larch Aid', kinds: ['renamed', 'gone'] })).toContain(
    '"Larch Aid is no longer in the register’s file',
  )
})

test('a charity that could receive no grant at all is not told as one that needed a review', () => {
  expect(sentence({ kinds: ['eligible'] })).toContain(
    '"Larch Aid can receive grants without a special review by our staff now.',
  )
})
