import { existsSync, readFileSync } from 'node:fs'
import type { Mark } from '../../../tenants/mark.ts'
import { coloursOf } from '../../../tenants/themes/contrast/contrast.ts'
import type { Face } from './faces.ts'

/** How a house looks on paper: the light colours of its theme, the face of its headings, and its mark. */
export type HouseLook = {
  ink: string
  quiet: string
  line: string
  brand: string
  accent: string
  wash: string
  heading: Face
  mark: Mark | null
}

const tenants = new URL('../../../tenants/', import.meta.url)

export async function lookOf(clientName: string): Promise<HouseLook> {
  const css = readFileSync(new URL(`themes/${clientName}.css`, tenants), 'utf8')
  const colours = coloursOf(css)
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
    mark: await markOf(clientName),
  }
}

function headingOf(css: string): Face {
  const family = /--heading-family:\s*"([^"]+)"/.exec(css)?.[1]
  const weight = Number(/--heading-weight:\s*(\d+)/.exec(css)?.[1])
  if (!family || !weight) throw new Error('the theme names no face for headings')
  return { family, weight }
}

async function markOf(clientName: string): Promise<Mark | null> {
  const file = new URL(`marks/${clientName}.ts`, tenants)
  if (!existsSync(file)) return null
  const { mark } = (await import(file.href)) as { mark: Mark }
  return mark
}
