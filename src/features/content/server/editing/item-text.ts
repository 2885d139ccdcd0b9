import {
  blockNames,
  type ContentKind,
  type ContentPlace,
  contentPlaces,
} from '../../../../contract/content-kinds.ts'
import { entriesOf } from '../../../../domain/keys-of.ts'
import type { ContentFields } from '../../domain/content-fields.ts'
import type { ItemKey } from './editor-session.ts'

const titleLength = 80

/** The title of an item in lists. */
export function titleOf({ kind, name }: ItemKey, fields: ContentFields | null): string {
  const title = fields === null ? '' : ownTitle(fields).trim()
  if (title !== '') return title.length > titleLength ? `${title.slice(0, titleLength)}…` : title
  return kind === 'block' ? (describedBlock(name) ?? name) : name
}

function ownTitle(fields: ContentFields): string {
  switch (fields.kind) {
    case 'block':
    case 'promo-card':
    case 'resource':
      return fields.title
    case 'banner':
      return fields.message.replaceAll(/\]\([^)]*\)|[*_#>[\]`]/g, '').split('\n')[0] ?? ''
    case 'question':
      return fields.question
    case 'deadline':
      return fields.gift
  }
}

function describedBlock(name: string): string | undefined {
  return Object.entries(blockNames).find(([known]) => known === name)?.[1]
}

/** Where visitors see it, as text. */
export function shownAt({ kind, name }: ItemKey, fields: ContentFields | null): string {
  const about = fields?.kind === kind ? fields : null
  switch (kind) {
    case 'block':
      return describedBlock(name) ?? 'Not shown on any page'
    case 'promo-card':
      return about?.kind === 'promo-card' ? `Giving Resources: ${about.group}` : 'Giving Resources'
    case 'banner':
      return 'Below the header of every page'
    case 'question':
      return about?.kind === 'question' && about.topic !== ''
        ? `Frequently Asked Questions: ${about.topic}`
        : 'Frequently Asked Questions'
    case 'deadline':
      return 'Giving Season: Contribution Deadlines'
    case 'resource':
      return about?.kind === 'resource' && about.group !== ''
        ? `Forms/Resources: ${about.group}`
        : 'Forms/Resources'
  }
}

/** The place that shows it; null for guides, which are only printed. */
export function placeOf({ kind, name }: ItemKey): ContentPlace | null {
  const places: [ContentPlace, { blocks: readonly string[]; kinds: readonly ContentKind[] }][] =
    entriesOf(contentPlaces)
  const found = places.find(([, { blocks, kinds }]) =>
    kind === 'block' ? blocks.includes(name) : kinds.includes(kind),
  )
  return found?.[0] ?? null
}

/** Empty fields of a kind. */
export function emptyFields(kind: ContentKind): ContentFields {
  switch (kind) {
    case 'block':
      return { kind, title: '', body: '' }
    case 'promo-card':
      return {
        kind,
        group: 'resource-card',
        index: 100,
        title: '',
        body: '',
        linkText: '',
        linkHref: '',
        image: '',
        imageAlt: '',
      }
    case 'banner':
      return {
        kind,
        message: '',
        template: null,
        design: 'information',
        dismissable: true,
        index: 100,
        audience: 'everyone',
      }
    case 'question':
      return { kind, topic: '', index: 100, question: '', answer: '' }
    case 'deadline':
      return { kind, gift: '', on: '', note: '' }
    case 'resource':
      return { kind, group: '', index: 100, title: '', description: '', href: '' }
  }
}
