import { expect, test } from 'vitest'
import { clients } from '../../src/clients/clients.ts'
import { screenPaths } from '../../src/contract/screens.ts'
import { demoPeople } from '../../src/demo/people/demo-users.ts'
import { fullMatrix, type PersonaChecks, pictures, pictureViewports, sample, viewports } from './plan.ts'

const personas = ['signed-out', ...Object.keys(demoPeople)]

/** One line for each check: screen, client, persona and viewport. */
const linesOf = (plan: readonly PersonaChecks[]) =>
  plan.flatMap(({ client, persona, checks }) =>
    checks.flatMap(({ path, viewports: seen }) =>
      seen.map(({ colorScheme, widthPx }) => ({
        client,
        persona,
        path,
        viewport: `${colorScheme} ${widthPx}`,
      })),
    ),
  )

test('the sample opens every screen, every client and every viewport', () => {
  const lines = linesOf(sample())
  expect(new Set(lines.map(({ path }) => path))).toEqual(new Set(screenPaths))
  expect(new Set(lines.map(({ client }) => client))).toEqual(new Set(Object.keys(clients)))
  expect(new Set(lines.map(({ viewport }) => viewport)).size).toBe(viewports.length)
})

test('the sample has one check a screen and one more a client', () => {
  expect(linesOf(sample())).toHaveLength(screenPaths.length + Object.keys(clients).length)
})

test('the pictures show every screen in each of their windows', () => {
  const lines = linesOf(pictures())
  for (const { colorScheme, widthPx } of pictureViewports)
    expect(
      new Set(lines.filter(each => each.viewport === `${colorScheme} ${widthPx}`).map(({ path }) => path)),
    ).toEqual(new Set(screenPaths))
})

test('the sample names only personas of the demonstration data', () => {
  for (const { persona } of sample()) expect(personas).toContain(persona)
})

test('the full matrix has every persona open every screen once in each viewport at every client (§2.1)', () => {
  const lines = linesOf(fullMatrix(personas)).map(line => JSON.stringify(line))
  const expected = screenPaths.length * Object.keys(clients).length * personas.length * viewports.length
  expect(new Set(lines).size).toBe(expected)
  expect(lines).toHaveLength(expected)
})
