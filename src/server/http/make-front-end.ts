import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Client } from '../../clients/client.ts'
import { themeFile } from '../../clients/clients-folder.ts'
import { type BuiltFile, frameRenderer } from './built-files.ts'
import { type FrontEndOfClients, readByClient } from './front-end-of-clients.ts'
import { headingFont, themeInPage } from './theme-in-page.ts'

/** The name under which the build stores the styles of a visitor's frame of any client with such a Home. */
export const stylesOfArrangement = ({ home }: Pick<Client, 'home'>): string => `*${home.arrangement}`

const byClient = z.record(z.string(), z.string())
/** `of`: what it was made of. */
const keptFrontEnd = z.object({
  of: z.string(),
  frontEnd: z.object({
    themes: byClient,
    fonts: byClient,
    frames: byClient,
    visitorFrames: byClient,
    visitorStyles: byClient,
  }),
}) satisfies z.ZodType<{ of: string; frontEnd: FrontEndOfClients }>

/**
 * Makes for clients that the build did not know what it made for the demonstration's, with the renderer and the font faces that it left.
 * The result is kept in the folder of the program's data until the build, a client or a theme changes.
 */
export async function makeFrontEnd(
  webRoot: string,
  clients: readonly Client[],
  dataDir: string,
): Promise<FrontEndOfClients> {
  const built = (file: BuiltFile | 'index.html' | typeof frameRenderer) =>
    readFileSync(join(webRoot, file), 'utf8')
  const themes = clients.map(({ name }) => [name, readFileSync(themeFile(name), 'utf8')] as const)
  const made = createHash('sha256')
  for (const part of [built('index.html'), built(frameRenderer), built('visitor-styles.json')])
    made.update(part)
  made.update(
    JSON.stringify([themes, clients], (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )
  const of = made.digest('hex')
  const file = join(dataDir, 'front-end.json')
  const kept = readKept(file, of)
  if (kept) return kept

  const faces = z.array(z.string()).parse(JSON.parse(built('font-faces.json')))
  const inPage = themes.map(([name, css]) => [name, themeInPage(faces, compact(css))] as const)
  const frames = await renderFrames(join(webRoot, frameRenderer), clients)
  const styles = readByClient(webRoot, 'visitor-styles.json')
  const result: FrontEndOfClients = {
    themes: Object.fromEntries(inPage),
    fonts: Object.fromEntries(inPage.map(([name, theme]) => [name, headingFont(theme)])),
    frames: frames['frames.json'],
    visitorFrames: frames['visitor-frames.json'],
    visitorStyles: Object.fromEntries(
      clients.map(client => [client.name, styles[stylesOfArrangement(client)] ?? '']),
    ),
  }
  keep(file, { of, frontEnd: result })
  return result
}

/** Null for what was made of something else, and for a file that was damaged. */
function readKept(file: string, of: string): FrontEndOfClients | null {
  if (!existsSync(file)) return null
  try {
    const kept = keptFrontEnd.parse(JSON.parse(readFileSync(file, 'utf8')))
    return kept.of === of ? kept.frontEnd : null
  } catch {
    return null
  }
}

function keep(file: string, made: z.infer<typeof keptFrontEnd>): void {
  // Another instance may start at the same time: a name of its own, and one step to the final one.
  const unfinished = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(unfinished, JSON.stringify(made))
    renameSync(unfinished, file)
  } catch {
    // A folder that cannot be written, as in a read-only container: the next start makes it again.
  }
}

const renderedFrames = z.object({ 'frames.json': byClient, 'visitor-frames.json': byClient })

/** The markup of frames by file and client. A thread, because modules of the browser's program keep a process running. */
export async function renderFrames(
  renderer: string,
  clients: readonly Client[],
): Promise<z.infer<typeof renderedFrames>> {
  const worker = new Worker(renderer, { workerData: clients })
  try {
    const [message] = await once(worker, 'message')
    return renderedFrames.parse(message)
  } finally {
    await worker.terminate()
  }
}

/** As the build writes a block: without comments and spaces that mean nothing. */
const compact = (css: string): string =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([{};:,])\s*/g, '$1')
    .trim()
