import { readFileSync } from 'node:fs'
import type { Client } from '../../clients/client.ts'
import { themeFile } from '../../clients/clients-folder.ts'
import { colorsOf } from '../../clients/themes/contrast.ts'
import type { Logo } from '../../domain/logo.ts'
import type { Face } from './faces.ts'

/** A client's look in PDFs and mails: the colors of its theme in one scheme, the face of its headings, and its logo. */
export type ClientStyle = {
  ink: string
  quiet: string
  line: string
  brand: string
  accent: string
  wash: string
  sheet: string
  heading: Face
  logo: Logo | null
}

export function loadClientStyle(
  { name: clientName, logo }: Pick<Client, 'name' | 'logo'>,
  scheme: 'light' | 'dark' = 'light',
): ClientStyle {
  const css = readFileSync(themeFile(clientName), 'utf8')
  const colors = colorsOf(css)
  const color = (name: string) => {
    const found = colors.get(name)
    if (!found) throw new Error(`the theme of ${clientName} has no color ${name}`)
    return found[scheme]
  }
  return {
    ink: color('ink'),
    quiet: color('quiet'),
    line: color('line'),
    brand: color('brand'),
    accent: color('accent'),
    wash: color('wash'),
    sheet: color('sheet'),
    heading: headingFaceOf(css),
    logo,
  }
}

function headingFaceOf(css: string): Face {
  const family = /--heading-family:\s*"([^"]+)"/.exec(css)?.[1]
  const weight = Number(/--heading-weight:\s*(\d+)/.exec(css)?.[1])
  if (!family || !weight) throw new Error('the theme has no font face for headings')
  return { family, weight }
}
