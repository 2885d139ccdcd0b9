import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { coloursOf, contrast } from './contrast.ts'

const folder = import.meta.dirname
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const themes = readdirSync(folder).filter(file => file.endsWith('.css') && file !== 'base.css')
const common = coloursOf(read('base.css'))

/** Text, and what it stands on; WCAG 2.2 asks for 4.5. */
const texts: Record<string, readonly string[]> = {
  ink: ['paper', 'sheet', 'wash', 'success-wash', 'caution-wash', 'danger-wash'],
  quiet: ['paper', 'sheet', 'wash'],
  brand: ['paper', 'sheet', 'wash', 'success-wash', 'caution-wash', 'danger-wash'],
  'brand-strong': ['paper', 'sheet', 'wash'],
  'on-brand': ['brand', 'brand-strong'],
  success: ['paper', 'sheet', 'success-wash'],
  caution: ['paper', 'sheet', 'caution-wash'],
  danger: ['paper', 'sheet', 'danger-wash'],
  'on-danger': ['danger'],
  'header-ink': ['header-paper'],
  'header-quiet': ['header-paper'],
  'menu-ink': ['menu-paper'],
  'menu-quiet': ['menu-paper'],
  'overview-ink': ['overview-paper'],
  'overview-quiet': ['overview-paper'],
  'overview-link': ['overview-paper'],
  'footer-ink': ['footer-paper'],
  'footer-quiet': ['footer-paper'],
}

/** Borders of controls, the ring of the focus, marks of a picture, and what they stand on; WCAG 2.2 asks for 3. */
const controls: Record<string, readonly string[]> = {
  control: ['paper', 'sheet', 'wash'],
  focus: ['paper', 'sheet', 'wash', 'menu-paper', 'overview-paper'],
  brand: ['paper', 'sheet', 'wash'],
  accent: ['paper', 'sheet'],
  danger: ['paper', 'sheet'],
  'menu-mark': ['menu-paper'],
}

const settings = [
  'heading-family',
  'heading-weight',
  'heading-tracking',
  'radius',
  'menu-align',
  'mark-size',
  'line',
]

function tooWeak(css: string, pairs: Record<string, readonly string[]>, atLeast: number): string[] {
  const colours = new Map([...common, ...coloursOf(css)])
  return Object.entries(pairs).flatMap(([front, backs]) =>
    backs.flatMap(back =>
      (['light', 'dark'] as const).flatMap(scheme => {
        const one = colours.get(front)?.[scheme]
        const other = colours.get(back)?.[scheme]
        if (!one || !other) return [`${one ? back : front} is missing`]
        const ratio = contrast(one, other)
        return ratio < atLeast ? [`${front} on ${back}, ${scheme}: ${ratio.toFixed(2)}`] : []
      }),
    ),
  )
}

test('open-points 9: contrast is computed as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each(themes)('§1: the house of %s', file => {
  test('has every text at 4.5 or more, in light and in dark', () => {
    expect(tooWeak(read(file), texts, 4.5)).toEqual([])
  })

  test('has every control at 3 or more, in light and in dark', () => {
    expect(tooWeak(read(file), controls, 3)).toEqual([])
  })

  test('declares each setting, for its own client', () => {
    const css = read(file)
    expect(settings.filter(setting => !css.includes(`--${setting}:`))).toEqual([])
    expect(css).toMatch(new RegExp(`\\[data-client=["']${file.replace('.css', '')}["']\\]`))
  })
})

test('§1: a theme that lacks a colour is found out', () => {
  expect(
    tooWeak('[data-client="x"] { --ink: light-dark(#000000, #ffffff) }', { ink: ['paper'] }, 4.5),
  ).toContain('paper is missing')
})
