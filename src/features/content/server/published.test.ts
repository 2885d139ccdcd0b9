import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '../../../clients/clients.ts'
import { blockNames, contentPlaces, defaultPromoGroup } from '../../../contract/content-kinds.ts'
import { getContent } from '../../../contract/published-content.contract.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { contributionDocumentKinds } from '../../contributions/domain/contribution.ts'

let portal: TestApp
const clock = testClock('2026-11-20T15:00:00Z')
beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())

type PlaceName = keyof typeof contentPlaces
const read = async (place: PlaceName, client = 'npt', headers: Record<string, string> = {}) =>
  await portal.call(getContent, { params: { place } }, { client, headers })
const plainTextOf = async (place: PlaceName, client: string) =>
  JSON.stringify((await read(place, client)).reply)

describe('published content', () => {
  test.each(Object.keys(clients))('falls back to common texts at every place of %s', async client => {
    for (const [place, { blocks }] of Object.entries(contentPlaces)) {
      const { status, reply } = await read(place as PlaceName, client)
      expect(status).toBe(200)
      expect(reply.blocks.map(({ name }) => name)).toEqual(blocks)
      // Placeholders are replaced, also in links.
      expect(JSON.stringify(reply)).not.toMatch(/\{[a-zA-Z]+\}|%7B/)
    }
    const faq = (await read('faq', client)).reply.questions
    expect(faq.length).toBeGreaterThanOrEqual(12)
    expect(new Set(faq.map(({ topic }) => topic)).size).toBeGreaterThanOrEqual(4)
    const cards = (await read('promo', client)).reply.promoCards
    expect(cards.filter(({ group }) => group === defaultPromoGroup).length).toBeGreaterThanOrEqual(3)
    expect((await read('resources', client)).reply.resources.length).toBeGreaterThanOrEqual(4)
    expect((await read('giving-season', client)).reply.deadlines.length).toBeGreaterThanOrEqual(5)
  })

  test('every block has a common text in both locales', async () => {
    const shown = async (client: string) => {
      const replies = await Promise.all(
        Object.keys(contentPlaces).map(place => read(place as PlaceName, client)),
      )
      return replies.flatMap(({ reply }) => reply.blocks.map(({ name }) => name))
    }
    const printed = [
      'statement-guide',
      'account-opening-guide',
      'account-application',
      'contribution-form',
      'legacy-plan-form',
      'closing-form',
      'electronic-signing',
      'letter-of-instruction',
      'inactive-fund-letter',
      ...contributionDocumentKinds,
    ]
    // The instructions for a contribution come with the account data that they name.
    const isRead = (name: string) => !printed.includes(name) && !name.startsWith('contribute-')
    const wanted = Object.keys(blockNames).filter(isRead)
    expect((await shown('npt')).toSorted()).toEqual(wanted.toSorted())
    expect((await shown('rathbones')).toSorted()).toEqual(wanted.toSorted())
  })

  test('logged-in users get the giving season banner (§1)', async () => {
    const { banners } = (await read('shell')).reply
    expect(banners).toMatchObject([
      {
        name: 'giving-season',
        template: 'giving-season',
        audience: 'signed-in',
        dismissable: true,
        version: 0,
      },
    ])
    expect(JSON.stringify(banners)).toContain('/year-end-deadlines')
  })

  test('texts contain the client’s name, contact and minimum, in its own English', async () => {
    const [us, uk] = [
      await plainTextOf('giving-season', 'npt'),
      await plainTextOf('giving-season', 'rathbones'),
    ]
    expect(us).toContain('support@npt.example')
    expect(us).toMatch(/"tel:\+12155550100"/)
    expect(uk).toContain('giving@rathbones.example')
    expect(us).toMatch(/check/)
    expect(uk).toMatch(/cheque/)
    for (const place of keysOf(contentPlaces))
      expect(await plainTextOf(place, 'rathbones'), place).not.toMatch(
        /\b(checks? by mail|zip|organization)\b/i,
      )
    expect(await plainTextOf('faq', 'npt')).toContain('$250')
    expect(await plainTextOf('faq', 'rathbones')).toContain('£500')
  })

  test('the secondary book shows its own minimum grant (§15)', async () => {
    const about = { client: 'npttransatlantic' }
    const read = async (currency: string) =>
      await portal.call(
        getContent,
        { params: { place: 'faq' } },
        { ...about, headers: { 'x-currency': currency } },
      )
    const [pounds, dollars] = [await read('GBP'), await read('USD')]
    expect(JSON.stringify(pounds.reply)).toContain('£100')
    expect(JSON.stringify(dollars.reply)).toContain('$250')
    expect(dollars.headers.etag).not.toBe(pounds.headers.etag)
  })
})

describe('deadlines (§2.11)', () => {
  test('fall in the season of the current day, in date order', async () => {
    const days = async (client: string) =>
      (await read('giving-season', client)).reply.deadlines.map(({ on }) => on)
    expect(await days('npt')).toEqual([
      '2026-11-14',
      '2026-12-05',
      '2026-12-12',
      '2026-12-19',
      '2026-12-31',
      '2026-12-31',
    ])
    expect((await days('rathbones')).at(-1)).toBe('2027-04-05')
    clock.set('2027-03-01T15:00:00Z')
    expect((await days('npt')).at(-1)).toBe('2027-12-31')
    expect(await days('rathbones')).toContain('2027-04-05')
    clock.set('2026-11-20T15:00:00Z')
  })
})

describe('the ETag of content', () => {
  test('a matching If-None-Match returns 304 without a body', async () => {
    const first = await read('faq')
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    expect(first.headers['cache-control']).toBe('no-cache')
    const raw = async (tag: string) =>
      await portal.app.inject({
        url: '/api/content/faq',
        headers: { host: 'npt.localhost:3000', 'if-none-match': tag },
      })
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await raw(tag)
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag])
    }
    expect((await raw('"other"')).statusCode).toBe(200)
    expect((await read('faq', 'rathbones')).headers.etag).not.toBe(etag)
  })

  test('an unknown place returns 404', async () => {
    const answer = await portal.app.inject({
      url: '/api/content/nowhere',
      headers: { host: 'npt.localhost:3000' },
    })
    expect(answer.statusCode).toBe(404)
  })
})
