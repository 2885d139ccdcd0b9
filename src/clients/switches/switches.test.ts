import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { npt } from '../configuration/npt.ts'
import { unreadSettings } from '../unread-settings.ts'
import type { Proof } from './proofs/proof.ts'
import { proofs } from './proofs.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const countOf = (text: string, part: string) => text.split(part).length - 1

/** A title as it stands in a test's file, in whichever quotes. */
const standsIn = (text: string, title: string) =>
  [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``].some(
    quoted =>
      text.includes(`test(${quoted}`) ||
      new RegExp(`\\.each\\([^]*?\\)\\(\\s*${literal(quoted)}`).test(text) ||
      new RegExp(`test\\(\\s*${literal(quoted)}`).test(text),
  )
const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

describe('open-points 2 taking away the effect of any one switch makes a test fail', () => {
  test.each(Object.keys(npt).filter(name => !(name in unreadSettings)))('%s has a proof', name => {
    expect(
      proofs[name]?.length ?? 0,
      `write a test that fails without the effect of ${name}, and name it in proofs/`,
    ).toBeGreaterThan(0)
  })

  test('no proof is of something that is no switch, or that nothing reads yet', () => {
    expect(Object.keys(proofs).filter(name => !(name in npt) || name in unreadSettings)).toEqual([])
  })

  const all = Object.entries(proofs).flatMap(([name, each]) =>
    each.map((proof, place): [string, Proof] => [`${name} ${place + 1}`, proof]),
  )
  test.each(all)(
    '%s: its test is there, and what it takes away stands where it says, once',
    (_name, proof) => {
      expect(standsIn(textOf(proof.test), proof.title), `${proof.test} has no test "${proof.title}"`).toBe(
        true,
      )
      expect(countOf(textOf(proof.reader), proof.effect), `${proof.reader}: ${proof.effect}`).toBe(1)
    },
  )
})
