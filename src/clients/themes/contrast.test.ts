import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clients } from '../clients.ts'
import { contrast } from './contrast.ts'
import { themeProblems } from './theme-problems.ts'

const folder = import.meta.dirname
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const themes = readdirSync(folder)
  .filter(file => file.endsWith('.css') && !['base.css', 'more-contrast.css'].includes(file))
  .map(file => file.replace('.css', ''))
const common = read('base.css')

test('computes contrast as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('each client has a theme, and each theme a client (§1)', () => {
  expect(themes.toSorted()).toEqual(Object.keys(clients))
})

test.each(themes)(
  'the theme of %s is complete, with text contrast of at least 4.5 and control contrast of at least 3, in light and dark (§1)',
  client => {
    expect(themeProblems(client, read(`${client}.css`), common)).toEqual([])
  },
)

test.each(themes)(
  'with more contrast, every text of %s has a contrast of at least 7 (WCAG 1.4.6)',
  client => {
    expect(themeProblems(client, read(`${client}.css`), common, read('more-contrast.css'))).toEqual([])
  },
)

test('reports a theme that lacks a color or setting, has low contrast in one scheme, or belongs to another client (§1)', () => {
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

test('no two themes share brand color, accent and heading font (§1)', () => {
  const looks = themes.map(client => {
    const css = read(`${client}.css`)
    return ['heading-family', 'heading-weight', 'brand', 'accent'].map(
      name => css.match(new RegExp(`--${name}: ([^;]+);`))?.[1],
    )
  })
  expect(new Set(looks.map(look => look.join('|'))).size).toBe(themes.length)
  expect(new Set(looks.map(([, , brand]) => brand)).size).toBe(themes.length)
})
