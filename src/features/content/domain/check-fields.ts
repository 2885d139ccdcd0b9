import { asIsoDate } from '../../../domain/dates.ts'
import type { ContentFields, FieldsOf } from './content-fields.ts'
import { filesNamedIn, isAllowedLink, isFileAddress } from './links.ts'

export type FieldProblems = Record<string, string[]>

const needed = (what: string) => `Enter ${what}.`
const link =
  'Use a page of this site, such as /faq, or an address that starts with https://, mailto: or tel:.'

/** Errors that prevent publishing, by field; empty if there are none. The schema checks sizes (content-fields.ts). */
export function problemsOfFields(fields: ContentFields): FieldProblems {
  const problems: FieldProblems = {}
  const unless = (isFine: boolean, field: string, message: string) => {
    if (!isFine) problems[field] = [...(problems[field] ?? []), message]
  }
  const filled = (text: string) => text.trim() !== ''
  switch (fields.kind) {
    case 'block':
      unless(filled(fields.body), 'body', needed('the text'))
      break
    case 'promo-card':
      checkPromoCard(fields, unless)
      break
    case 'banner':
      unless(filled(fields.message) || fields.template !== null, 'message', needed('a message'))
      break
    case 'question':
      unless(filled(fields.topic), 'topic', needed('a topic'))
      unless(filled(fields.question), 'question', needed('the question'))
      unless(filled(fields.answer), 'answer', needed('the answer'))
      break
    case 'deadline':
      unless(filled(fields.gift), 'gift', needed('the kind of contribution'))
      unless(asIsoDate(fields.on) !== null, 'on', 'Enter a date that exists.')
      break
    case 'resource':
      unless(filled(fields.group), 'group', needed('a group'))
      unless(filled(fields.title), 'title', needed('a title'))
      unless(isFileAddress(fields.href) || leadsSomewhere(fields.href), 'href', link)
      break
  }
  return problems
}

/** The files that the fields link to, with the field and the file name. */
export const filesOfFields = (fields: ContentFields) =>
  Object.entries(fields).flatMap(([field, value]) =>
    typeof value === 'string' ? filesNamedIn(value).map(file => ({ field, ...file })) : [],
  )

/** Errors for links to files that were removed. `existing`: the ids of those that are there. */
export function problemsOfFiles(fields: ContentFields, existing: ReadonlySet<string>): FieldProblems {
  const problems: Record<string, Set<string>> = {}
  for (const { field, fileId, name } of filesOfFields(fields)) {
    if (existing.has(fileId)) continue
    const messages = problems[field] ?? new Set()
    problems[field] = messages.add(
      `${name || 'A file'} has been removed. Delete the reference or choose another file.`,
    )
  }
  return Object.fromEntries(Object.entries(problems).map(([field, messages]) => [field, [...messages]]))
}

type Unless = (isFine: boolean, field: string, message: string) => void

function checkPromoCard(card: FieldsOf<'promo-card'>, unless: Unless): void {
  const isGroup = /^[a-z0-9][a-z0-9-]{0,39}$/.test(card.group)
  unless(isGroup, 'group', 'Use lowercase letters and digits, with hyphens between, such as resource-card.')
  unless(card.title.trim() !== '', 'title', needed('a title'))
  unless(card.body.trim() !== '', 'body', needed('the text'))
  const [text, href] = [card.linkText.trim(), card.linkHref.trim()]
  unless(text !== '' || href === '', 'linkText', needed('the link text'))
  unless(href !== '' || text === '', 'linkHref', needed('the link address'))
  unless(href === '' || isFileAddress(href) || leadsSomewhere(href), 'linkHref', link)
  unless(card.image === '' || isFileAddress(card.image), 'image', 'Choose one of your uploaded pictures.')
}

/** Whether a link leads to another page. A fragment alone would lead nowhere from a card or a resource. */
const leadsSomewhere = (href: string) => isAllowedLink(href) && !href.startsWith('#')
