import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clients } from '../clients.ts'
import { contrast } from './contrast.ts'
import { themeProblems } from './theme-problems.ts'

const folder = import.meta.dirname
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const themes = readdirSync(folder)
  .filter(file => file.endsWith('.css') && file !== 'base.css')
  .map(file => file.replace('.css', ''))
const common = read('base.css')

test('open-points 9: contrast is computed as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('§1: each client has a theme, and each theme a client', () => {
  expect(themes.toSorted()).toEqual(Object.keys(clients))
})

test.each(themes)(
  '§1: the house of %s has every text at 4.5 and every control at 3 or more, in light and in dark, and lacks nothing',
  client => {
    expect(themeProblems(client, read(`${client}.css`), common)).toEqual([])
  },
)

test('§1: a theme that lacks a colour or a setting, is too faint in one scheme, or is another client’s, is found out', () => {
  const npt = read('npt.css')
  expect(themeProblems('npt', npt.replace(/--paper: [^;]+;/, ''), common)).toContain('paper is missing')
  expect(themeProblems('npt', npt.replace(/--radius: [^;]+;/, ''), common)).toEqual(['radius is missing'])
  expect(
    themeProblems(
      'npt',
      npt.replace(/--quiet: [^;]+;/, '--quiet: light-dark(#55615b, #4a554f);'),
      common,
    ).join(),
  ).toMatch(/quiet on paper, dark/)
  expect(themeProblems('ubs', npt, common)).toEqual(['it is not for ubs'])
})

test('§1: no two houses share their brand, accent and heading face', () => {
  const looks = themes.map(client => {
    const css = read(`${client}.css`)
    return ['heading-family', 'heading-weight', 'brand', 'accent'].map(
      name => css.match(new RegExp(`--${name}: ([^;]+);`))?.[1],
    )
  })
  expect(new Set(looks.map(look => look.join('|'))).size).toBe(themes.length)
  expect(new Set(looks.map(([, , brand]) => brand)).size).toBe(themes.length)
})
