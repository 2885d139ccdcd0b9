import type { Client } from '../../clients/client.ts'
import type { RichText } from '../../contract/rich-text.ts'
import type { IsoDate } from '../../domain/dates.ts'

/** What a PDF is made of; the same gives the same bytes. */
export type PdfDocument = {
  title: string
  text: RichText
  /** Whose paper it is on, in whose language and colours. */
  client: Pick<Client, 'name' | 'displayName' | 'tagline' | 'locale' | 'support' | 'footer'>
  /** `https://npt.example.org`: where addresses of the portal lead. */
  origin: string
  /** The day of the text's version, of which the first page speaks; null: of none. */
  versionOf: IsoDate | null
  /** The bytes of the pictures that it holds, by address; one that is missing is told by its words. */
  pictures: ReadonlyMap<string, Buffer>
}

/** A text that would fill more is not meant for a guide, and would keep the program from everything else. */
export const pagesAtMost = 80
