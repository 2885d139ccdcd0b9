import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../../../clients/client.ts'
import { clients } from '../../../clients/clients.ts'
import { clientsFolder } from '../../../clients/clients-folder.ts'
import type { ContentKind } from '../../../contract/content-kinds.ts'
import { addDays, asIsoDate, type IsoDate } from '../../../domain/dates.ts'
import { withListCommas } from '../../../domain/local-english.ts'
import type { ContentFields } from '../domain/content-fields.ts'
import { readOwnTexts } from './own-texts.ts'
import { type CommonText, parseCommon } from './parse-common.ts'

const folder = join(import.meta.dirname, '../common')

function readFolder(name: string, locale: Client['locale']): CommonText[] {
  return readdirSync(join(folder, name))
    .filter(file => file.endsWith('.md'))
    .sort()
    .flatMap(file => parseCommon(withListCommas(readFileSync(join(folder, name, file), 'utf8'), locale)))
}

/** The texts that ship with the program, by locale, for what a client has not written itself. */
const texts: Readonly<Record<Client['locale'], readonly CommonText[]>> = {
  'en-US': [...readFolder('both', 'en-US'), ...readFolder('en-US', 'en-US')],
  'en-GB': [...readFolder('both', 'en-GB'), ...readFolder('en-GB', 'en-GB')],
}

const own = readOwnTexts(clientsFolder, Object.keys(clients))

/** What is wrong with the texts of the folder of CLIENTS_DIR, as sentences (src/app/server/open-configured.ts). */
export const ownTextProblems: readonly string[] = own.problems

export const keyOf = ({ kind, name }: { kind: string; name: string }) => `${kind}/${name}`

/** Texts about what not every client has, by name. */
const conditions: Readonly<Record<string, (client: Client) => boolean>> = {
  'legacy-plan-form': client => client.legacyPlanShown,
}

/** By `kind/name`, with deadlines in the season of `today`. A text of the client's own folder replaces the one that ships with the program. */
export function commonTexts(client: Client, today: IsoDate): ReadonlyMap<string, CommonText> {
  return new Map(
    [...texts[client.locale], ...(own.texts.get(client.name) ?? [])]
      .filter(({ name }) => conditions[name]?.(client) ?? true)
      .map(text => [keyOf(text), { ...text, fields: inSeason(text.fields, today) }]),
  )
}

export function commonFields(
  client: Client,
  today: IsoDate,
  item: { kind: ContentKind; name: string },
): ContentFields | null {
  return commonTexts(client, today).get(keyOf(item))?.fields ?? null
}

function inSeason(fields: ContentFields, today: IsoDate): ContentFields {
  return fields.kind === 'deadline' ? { ...fields, on: seasonDate(fields.on, today) } : fields
}

/** How long a past deadline is still shown before it moves to the next year. */
const shownAfterDays = 45

/** `12-31` → its next date, or the last one if that was recent. */
function seasonDate(monthDay: string, today: IsoDate): IsoDate {
  const year = Number(today.slice(0, 4))
  const days = [year - 1, year, year + 1].flatMap(each => asIsoDate(`${each}-${monthDay}`) ?? [])
  const found = days.find(day => addDays(day, shownAfterDays) >= today)
  if (found === undefined) throw new Error(`${monthDay} is not a date in every year.`)
  return found
}
