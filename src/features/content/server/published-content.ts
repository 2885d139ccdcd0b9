import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type BlockName,
  type ContentKind,
  type ContentPlace,
  contentPlaces,
} from '../../../contract/content-kinds.ts'
import {
  type PublishedContent,
  publishedContent as publishedContentSchema,
} from '../../../contract/published-content.contract.ts'
import { addDays, dateOf } from '../../../domain/dates.ts'
import { hourMs } from '../../../domain/durations.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { formatMoney } from '../../../domain/money.ts'
import { unbrokenPhone } from '../../../domain/tel-address.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { draftFields } from '../domain/content-fields.ts'
import type { PlaceholderValues } from '../domain/placeholders.ts'
import type { ContentMessage } from '../editing.contract.ts'
import { commonTexts, keyOf } from './common-texts.ts'
import { filesOf } from './content-files.ts'
import { findLive } from './live.queries.ts'
import { type ItemToShow, type Shown, showItem } from './show-item.ts'

/** The parts of the context that determine the published content. */
type ContentContext = Pick<BaseContext, 'client' | 'book' | 'realmDb' | 'clock' | 'contentCache' | 'today'>

/** A place as it is sent: validated, serialized and hashed once, not per request. */
type Place = { content: PublishedContent; json: string; etag: string }

export type PublishedBlock = PublishedContent['blocks'][number] & {
  /** 0: the common text. */
  version: number
  /** When it was published; null for the common text. */
  publishedAt: Date | null
}

/** Everything a client shows, from one database read. */
type Published = {
  place(name: ContentPlace): Place
  block(name: BlockName): PublishedBlock | null
  /** When to read again even without a notification: at the next scheduled version or the next day. */
  until: Date
}

/** What visitors see of the client now, cached between changes. */
export async function publishedNow(context: ContentContext): Promise<Published> {
  const { client, book, clock, contentCache } = context
  const now = clock.now()
  // The secondary book has another currency and minimum, and staff change hours and days on screen: texts say them.
  const { decision, payment } = client.grantDays
  const key = `${book.name} ${decision} ${payment} ${client.support.hours}`
  return await contentCache.getOrLoad({ group: client.name, key, now }, () => readPublished(context, now))
}

/** The content of a place, for index.html, mails and so on. */
export async function publishedContent(
  context: ContentContext,
  place: ContentPlace,
): Promise<PublishedContent> {
  return (await publishedNow(context)).place(place).content
}

/** One block with its version, including guides, which no place shows; null if the client hides it. */
export async function publishedBlock(
  context: ContentContext,
  name: BlockName,
): Promise<PublishedBlock | null> {
  return (await publishedNow(context)).block(name)
}

async function readPublished(context: ContentContext, now: Date): Promise<Published> {
  const { client } = context
  const { items, nextAt } = await readItems(context, now)
  const show = await showing(context, items)
  const places = new Map<ContentPlace, Place>()
  const blocks = new Map<BlockName, PublishedBlock | null>()
  const tomorrow = startOfDay(addDays(context.today, 1), client.timeZone, now)
  return {
    place: name => {
      const known = places.get(name) ?? placeOf(contentOf(name, items, show))
      places.set(name, known)
      return known
    },
    block: name => {
      const known = blocks.get(name)
      if (known !== undefined) return known
      const item = items.find(each => each.kind === 'block' && each.name === name)
      const shown = item && show(item)
      const block =
        item && shown?.kind === 'block'
          ? { ...shown.value, version: item.version, publishedAt: item.liveAt }
          : null
      blocks.set(name, block)
      return block
    },
    until: nextAt !== null && nextAt < tomorrow ? nextAt : tomorrow,
  }
}

/** Returns a function that renders items. Loads the files that they refer to first. */
export async function showing(
  context: Pick<ContentContext, 'client' | 'book' | 'realmDb' | 'today'>,
  items: readonly ItemToShow[],
): Promise<(item: ItemToShow, tell?: (messages: ContentMessage[]) => void) => Shown | null> {
  const { client, realmDb } = context
  const files = await filesOf(
    realmDb,
    client.name,
    items.map(({ fields }) => fields),
  )
  const about = { ...files, placeholders: placeholderValues(context) }
  return (item, tell = () => {}) => {
    const { shown, messages } = showItem(item, about)
    tell(messages)
    return shown
  }
}

type LiveItem = ItemToShow & { kind: ContentKind; liveAt: Date | null }

/** The common texts, overridden by what the client published or hid. */
export async function readItems(
  { client, realmDb, today }: Pick<ContentContext, 'client' | 'realmDb' | 'today'>,
  now: Date,
): Promise<{ items: LiveItem[]; nextAt: Date | null }> {
  const items = new Map<string, LiveItem>()
  for (const [key, text] of commonTexts(client, today)) items.set(key, { ...text, version: 0, liveAt: null })
  const { rows, nextAt } = await findLive(realmDb, { client: client.name, now })
  for (const { number: version, change, live_at: liveAt, ...row } of rows) {
    const key = keyOf(row)
    const common = items.get(key)
    if (change === 'return-to-common' && common) items.set(key, { ...common, version, liveAt })
    if (change === 'hide') items.delete(key)
    if (change !== 'text') continue
    const fields = z.parse(draftFields, row.fields)
    items.set(key, { kind: fields.kind, name: row.name, version, liveAt, fields })
  }
  return { items: [...items.values()], nextAt }
}

/** The reply of `getContent` for the place. Items of other places are not parsed. */
export function contentOf(
  place: ContentPlace,
  items: readonly ItemToShow[],
  show: (item: ItemToShow) => Shown | null,
): PublishedContent {
  const { blocks, kinds }: { blocks: readonly BlockName[]; kinds: readonly ContentKind[] } =
    contentPlaces[place]
  const shown = items
    .filter(
      ({ name, fields: { kind } }) => kinds.includes(kind) || (kind === 'block' && isOneOf(blocks, name)),
    )
    .flatMap(item => show(item) ?? [])
  const of = <K extends Shown['kind']>(kind: K) =>
    shown.filter((each): each is Extract<Shown, { kind: K }> => each.kind === kind)
  const byName = new Map(of('block').map(({ value }) => [value.name, value]))
  return {
    blocks: blocks.flatMap(name => byName.get(name) ?? []),
    promoCards: of('promo-card')
      .toSorted(byIndex)
      .map(({ value }) => value),
    banners: of('banner')
      .map(({ value }) => value)
      .toSorted((a, b) => a.index - b.index || inOrder(a.name, b.name)),
    questions: of('question')
      .toSorted(byIndex)
      .map(({ value }) => value),
    deadlines: of('deadline')
      .map(({ value }) => value)
      .toSorted((a, b) => inOrder(a.on, b.on) || inOrder(a.gift, b.gift)),
    resources: of('resource')
      .toSorted(byIndex)
      .map(({ value }) => value),
  }
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name)

type Indexed = { index: number; value: { name: string } }
const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byIndex = (a: Indexed, b: Indexed) => a.index - b.index || inOrder(a.value.name, b.value.name)

function placeOf(found: PublishedContent): Place {
  const content = z.parse(publishedContentSchema, found)
  const json = JSON.stringify(content)
  return { content, json, etag: `"${hash('sha256', json, 'base64url').slice(0, 27)}"` }
}

export function placeholderValues({
  client,
  book,
  today,
}: Pick<ContentContext, 'client' | 'book' | 'today'>): PlaceholderValues {
  return {
    displayName: client.displayName,
    legalName: client.sponsor.legalName,
    phone: unbrokenPhone(client.support.phone),
    email: client.support.email,
    address: client.support.address.join(', '),
    hours: client.support.hours,
    minimumGrant: formatMoney(client.minimumGrantMinor, book.currency, client.locale, {
      wholeUnitsWhenRound: true,
    }),
    decisionDays: bankingDays(client.grantDays.decision, client.locale),
    paymentDays: bankingDays(client.grantDays.payment, client.locale),
    year: today.slice(0, 4),
  }
}

const bankingDays = (count: number, locale: string) =>
  `${count} ${localEnglish(count === 1 ? 'working day' : 'working days', locale)}`

/** The start of a day in the client's time zone, to the full hour. */
function startOfDay(day: string, timeZone: string, from: Date): Date {
  let atMs = Math.floor(from.getTime() / hourMs) * hourMs
  do atMs += hourMs / 2
  while (dateOf(new Date(atMs), timeZone) < day)
  return new Date(atMs)
}
