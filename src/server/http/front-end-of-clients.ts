import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { BuiltFile } from './built-files.ts'

type ByClient = Readonly<Record<string, string>>

/** What a page has of its client: the theme, the file of its headings' font, the frame, and a visitor's frame with its styles. */
export type FrontEndOfClients = {
  themes: ByClient
  fonts: ByClient
  frames: ByClient
  visitorFrames: ByClient
  visitorStyles: ByClient
}

/** What the build wrote for the clients that it knew. */
export function readBuiltClients(webRoot: string): FrontEndOfClients {
  return {
    themes: readByClient(webRoot, 'themes.json'),
    fonts: readByClient(webRoot, 'fonts.json'),
    frames: readByClient(webRoot, 'frames.json'),
    visitorFrames: readByClient(webRoot, 'visitor-frames.json'),
    visitorStyles: readByClient(webRoot, 'visitor-styles.json'),
  }
}

export function readByClient(webRoot: string, file: BuiltFile): ByClient {
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(webRoot, file), 'utf8')))
}
