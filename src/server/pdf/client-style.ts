import { existsSync, readFileSync } from 'node:fs'
import type { Logo } from '../../clients/logo.ts'
import { colorsOf } from '../../clients/themes/contrast.ts'
import type { Face } from './faces.ts'

/** How a house looks on paper: the light colours of its theme, the face of its headings, and its mark. */
export type ClientStyle = {
  ink: string
  quiet: string
  line: string
  brand: string
  accent: string
  wash: string
  heading: Face
  logo: Logo | null
}

const clientsFolder = new URL('../../clients/', import.meta.url)

export async function lookOf(clientName: string): Promise<ClientStyle> {
  const css = readFileSync(new URL(`themes/${clientName}.css`, clientsFolder), 'utf8')
  const colours = colorsOf(css)
  const colour = (name: string) => {
    const found = colours.get(name)
    if (!found) throw new Error(`the theme of ${clientName} has no colour ${name}`)
    return found.light
  }
  return {
    ink: colour('ink'),
    quiet: colour('quiet'),
    line: colour('line'),
    brand: colour('brand'),
    accent: colour('accent'),
    wash: colour('wash'),
    heading: headingOf(css),
    logo: await markOf(clientName),
  }
}

function headingOf(css: string): Face {
  const family = /--heading-family:\s*"([^"]+)"/.exec(css)?.[1]
  const weight = Number(/--heading-weight:\s*(\d+)/.exec(css)?.[1])
  if (!family || !weight) throw new Error('the theme names no face for headings')
  return { family, weight }
}

async function markOf(clientName: string): Promise<Logo | null> {
  const file = new URL(`logos/${clientName}.ts`, clientsFolder)
  if (!existsSync(file)) return null
  const { logo } = (await import(file.href)) as { logo: Logo }
  return logo
}
