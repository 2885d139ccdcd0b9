import { access, constants, statfs } from 'node:fs/promises'

/** The part of Playwright's `launchOptions` that starts the browser. */
type Chromium = {
  executablePath: string
  args: string[]
  ignoreDefaultArgs?: string[]
  env?: Record<string, string>
}

const installedAt = {
  linux: [
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
} satisfies Partial<Record<NodeJS.Platform, string[]>>

/**
 * Finds the browser for all tests and benchmarks: CHROME_PATH, else the headless shell in the npm package for Linux on x64, else an
 * installed Chrome or Chromium. The shell runs the end-to-end tests in about half the time, because it draws no window. The package
 * unpacks on first use, so call this once before several workers start.
 *
 * @throws when there is none, with a message that says what to install.
 */
export async function findChromium(): Promise<Chromium> {
  // Chromium's sandbox refuses to run as root. The tests only load our own pages.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const configured = process.env.CHROME_PATH
  if (configured !== undefined && configured !== '') {
    if (!(await canRun(configured))) throw new Error(`CHROME_PATH names ${configured}, which cannot be run.`)
    return { executablePath: configured, args }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedChromium()
  const paths: Partial<Record<NodeJS.Platform, string[]>> = installedAt
  for (const path of paths[process.platform] ?? []) {
    if (await canRun(path)) return { executablePath: path, args }
  }
  throw new Error('The tests need a browser: install Chrome or Chromium, or set CHROME_PATH to one.')
}

async function unpackedChromium(): Promise<Chromium> {
  // Makes the package unpack the libraries that a minimal machine lacks, and set LD_LIBRARY_PATH.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return {
    executablePath,
    // Nothing is drawn by a graphics card, and the pages of a test are of one site: with these a new page takes a seventh less time.
    args: [
      '--no-sandbox',
      '--headless=shell',
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-site-isolation-trials',
      '--renderer-process-limit=1',
    ],
    // Playwright's default is meant for containers with little shared memory; files take longer.
    ...((await hasSharedMemory()) ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}),
    env,
  }
}

/** Whether this machine has a gigabyte of shared memory; a container may have as little as 64 MB. */
async function hasSharedMemory(): Promise<boolean> {
  const { bsize, bavail } = await statfs('/dev/shm').catch(() => ({ bsize: 0, bavail: 0 }))
  return bsize * bavail > 1024 ** 3
}

function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
