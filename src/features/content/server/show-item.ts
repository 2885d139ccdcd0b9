import type { PublishedContent } from '../../../contract/published-content.contract.ts'
import type { RichText } from '../../../contract/rich-text.ts'
import { asIsoDate } from '../../../domain/dates.ts'
import type { ContentFields, FieldsOf } from '../domain/content-fields.ts'
import { isAllowedLink, isFileAddress } from '../domain/links.ts'
import { fillIn } from '../domain/placeholders.ts'
import type { ContentMessage } from '../editing.contract.ts'
import type { ContentFiles } from './content-files.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import type { Surroundings } from './markdown/reader.ts'

/** An item as visitors see it; `version` 0: the common text. */
export type ItemToShow = { name: string; version: number; fields: ContentFields }

export type Shown =
  | { kind: 'block'; value: PublishedContent['blocks'][number] }
  | { kind: 'promo-card'; value: PublishedContent['promoCards'][number]; index: number }
  | { kind: 'banner'; value: PublishedContent['banners'][number] }
  | { kind: 'question'; value: PublishedContent['questions'][number]; index: number }
  | { kind: 'deadline'; value: PublishedContent['deadlines'][number] }
  | { kind: 'resource'; value: PublishedContent['resources'][number]; index: number }

type ShowAbout = Surroundings & ContentFiles

/**
 * Fields as visitors get them, with warnings about what they will see differently. Null if there is nothing to show: a
 * deadline without a date or a resource without a link, which only drafts can have.
 */
export function showItem(
  { name, version, fields }: ItemToShow,
  about: ShowAbout,
): { shown: Shown | null; messages: ContentMessage[] } {
  const messages: ContentMessage[] = []
  const note = (field: string, line: number | null, text: string) => messages.push({ field, line, text })
  const rich = (field: string, markdown: string): RichText => {
    const { tree, notes } = readMarkdown(markdown, about)
    for (const { line, text } of notes) note(field, line, text)
    return tree
  }
  const plain = (field: string, text: string) =>
    fillIn(text, about.placeholders, unknown =>
      note(field, null, `The placeholder {${unknown}} doesn’t exist and is shown as typed.`),
    )
  switch (fields.kind) {
    case 'block': {
      const title = plain('title', fields.title.trim())
      const value = { name, title: title === '' ? null : title, body: rich('body', fields.body) }
      return { shown: { kind: 'block', value }, messages }
    }
    case 'promo-card': {
      const body = rich('body', fields.body)
      const value = { name, ...cardOf(fields, about, { plain, note }), body }
      return { shown: { kind: 'promo-card', value, index: fields.index }, messages }
    }
    case 'banner': {
      const { template, design, dismissable, index, audience } = fields
      const message = rich('message', fields.message)
      const value = { name, version, message, template, design, dismissable, index, audience }
      return { shown: { kind: 'banner', value }, messages }
    }
    case 'question': {
      const [topic, question] = [plain('topic', fields.topic), plain('question', fields.question)]
      const value = { name, topic, question, answer: rich('answer', fields.answer) }
      return { shown: { kind: 'question', value, index: fields.index }, messages }
    }
    case 'deadline': {
      const on = asIsoDate(fields.on)
      const value = on && { name, gift: plain('gift', fields.gift), on, note: rich('note', fields.note) }
      return { shown: value && { kind: 'deadline', value }, messages }
    }
    case 'resource':
      return { shown: resourceOf(name, fields, about, { plain, note }), messages }
  }
}

type Notes = {
  plain: (field: string, text: string) => string
  note: (field: string, line: number | null, text: string) => void
}

function cardOf(fields: FieldsOf<'promo-card'>, about: ShowAbout, { plain, note }: Notes) {
  const href = fields.linkHref.trim()
  const picture = fields.image === '' ? undefined : about.pictureAt(fields.image)
  if (fields.image !== '' && !picture) note('image', null, 'This picture has been removed.')
  const leads = fields.linkText !== '' && (isFileAddress(href) || isAllowedLink(href))
  return {
    group: fields.group,
    title: plain('title', fields.title),
    link: leads ? { text: plain('linkText', fields.linkText), href } : null,
    image: picture
      ? { ...picture, href: fields.image, alt: fields.imageAlt === '' ? picture.alt : fields.imageAlt }
      : null,
  }
}

function resourceOf(
  name: string,
  fields: FieldsOf<'resource'>,
  about: ShowAbout,
  { plain, note }: Notes,
): Shown | null {
  const href = fillIn(fields.href.trim(), about.placeholders)
  if (!isFileAddress(href) && !isAllowedLink(href)) return null
  const file = about.aboutFile(href)
  if (isFileAddress(href) && file === null) note('href', null, 'This file has been removed.')
  const value = {
    name,
    group: plain('group', fields.group),
    title: plain('title', fields.title),
    description: plain('description', fields.description),
    href,
    about: file ?? (/^\/guides\/[^?#]+\.pdf$/.test(href) ? 'PDF' : null),
  }
  return { kind: 'resource', value, index: fields.index }
}
