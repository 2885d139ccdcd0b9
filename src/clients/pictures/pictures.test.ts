import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clients } from '../clients.ts'

const folder = import.meta.dirname
const files = readdirSync(folder).filter(file => file.endsWith('.svg'))
const named = Object.values(clients).flatMap(({ home }) => home.picture ?? [])

test('each client has a picture of its own, and each picture a client (§1)', () => {
  expect(named.map(name => `${name}.svg`).toSorted()).toEqual(files.toSorted())
  expect(new Set(named).size).toBe(named.length)
})

test.each(files)('%s is small, has the colors of a theme alone, and loads nothing', file => {
  const svg = readFileSync(`${folder}/${file}`, 'utf8')
  expect(svg.length).toBeLessThanOrEqual(16 * 1024)
  expect(svg).toMatch(/<svg xmlns="[^"]+" viewBox="0 0 800 600">\n<title>.+<\/title>\n<g id="picture">/)
  expect(svg).not.toMatch(/<(script|style|image|use|foreignObject)|\son\w+=|href/i)
  const paints = [...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, paint]) => paint)
  const known = ['ground', 'light', 'tint', 'ink', 'accent'].map(name => `var(--picture-${name})`)
  expect(new Set(paints).difference(new Set(['none', ...known]))).toEqual(new Set())
})

test('no two clients open with the same words (§1)', () => {
  const homes = Object.values(clients).map(({ home }) => home)
  const texts = homes.flatMap(({ headline, introduction, greeting, uses }) => [
    ...[headline, introduction, greeting],
    ...uses.map(({ text }) => text),
  ])
  expect(new Set(texts).size).toBe(texts.length)
  expect(new Set(homes.map(({ arrangement }) => arrangement)).size).toBeGreaterThanOrEqual(5)
})
