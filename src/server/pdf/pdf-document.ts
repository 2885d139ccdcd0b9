import type { Client } from '../../clients/client.ts'
import type { RichText } from '../../contract/rich-text.ts'
import type { IsoDate } from '../../domain/dates.ts'
import type { PlacedPage } from './placed-page.ts'

/** The input of a PDF. Equal input gives equal bytes. */
export type PdfDocument = {
  title: string
  text: RichText
  /** Letters in place of the text: each begins on a page of its own under the letterhead, without title, page numbers and disclaimer. */
  letters?: readonly RichText[]
  /** Pages with fixed places in place of the text, without letterhead, footers and disclaimer. */
  pages?: readonly PlacedPage[]
  /** The paper where it is not that of the client’s country. */
  paper?: 'LETTER'
  client: Pick<Client, 'name' | 'logo' | 'displayName' | 'tagline' | 'locale' | 'support' | 'footer'>
  /** The base of links into the portal, such as `https://npt.example.org`. */
  origin: string
  /** The date of the text's version, shown on the first page; null shows none. */
  versionOf: IsoDate | null
  /** When the text was published, or came with the program. */
  createdAt: Date
  /** For tables with more columns than an upright page has room for. */
  isLandscape?: true
  /** More pages than this are an error. Absent: 80. */
  maxPages?: number
  /** The bytes of the pictures by URL. A missing picture is replaced by its alternative text. */
  pictures: ReadonlyMap<string, Buffer>
}

export const defaultMaxPages = 80
