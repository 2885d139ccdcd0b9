import * as z from 'zod/mini'
import { type ContentKind, contentKinds } from '../../../contract/content-kinds.ts'
import { type ContentFields, draftFields, markdownField } from '../domain/content-fields.ts'

/** A text that ships with the program, or that a sponsor's folder has. A deadline has a month and day: `on: 12-31`. */
export type CommonText = { kind: ContentKind; name: string; fields: ContentFields }

/** Defaults of optional header fields. */
const defaults = {
  block: { title: '' },
  'promo-card': { index: 0, linkText: '', linkHref: '', image: '', imageAlt: '' },
  banner: { template: null, design: 'information', dismissable: true, index: 0, audience: 'everyone' },
  question: { index: 0 },
  deadline: {},
  resource: { index: 0 },
} as const satisfies Record<ContentKind, Record<string, unknown>>

/**
 * Parses a file of src/features/content/common:
 *
 *     @ question what-is-a-daf
 *     topic: The basics
 *     question: What is a donor-advised fund?
 *
 *     Markdown, up to the next line that starts with @.
 *
 * @throws for an unknown header field, so that a typo fails at startup and in every test.
 */
export function parseCommon(source: string): CommonText[] {
  return partsOf(source).slice(1).map(parseText)
}

/** What stands before the first line with @, and the items after it, each without its @. */
export const partsOf = (source: string): string[] => source.split(/^@ /m)

/** One item. @throws as above. */
export function parseText(part: string): CommonText {
  const [title = '', ...lines] = part.split('\n')
  const [kind = '', name = ''] = title.trim().split(' ')
  if (!isKind(kind)) throw new Error(`There is no kind of content "${kind}" (${title.trim()}).`)
  const end = lines.findIndex(line => line.trim() === '')
  const head = lines.slice(0, end === -1 ? lines.length : end)
  const body = end === -1 ? '' : lines.slice(end).join('\n').trim()
  return { kind, name, fields: fieldsOf(kind, name, head, body) }
}

function fieldsOf(kind: ContentKind, name: string, head: readonly string[], body: string): ContentFields {
  const entries = head.map(line => {
    const [, key = '', value = ''] = /^(\w+):\s*(.*)$/.exec(line) ?? []
    return [key, readValue(key, value)] as const
  })
  const markdown = markdownField[kind]
  const fields = {
    kind,
    ...defaults[kind],
    ...Object.fromEntries(entries),
    ...(markdown === null ? {} : { [markdown]: body }),
  }
  const parsed = z.safeParse(draftFields, fields)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`The text ${kind} ${name}: ${problems.join(' ')}`)
  }
  const unknown = Object.keys(fields).filter(key => !(key in parsed.data))
  if (unknown.length > 0) throw new Error(`The text ${kind} ${name} has no ${unknown.join(', ')}.`)
  return parsed.data
}

function readValue(key: string, value: string): unknown {
  if (key === 'index') return Number(value)
  return key === 'dismissable' ? value === 'yes' : value
}

function isKind(text: string): text is ContentKind {
  return contentKinds.some(kind => kind === text)
}
