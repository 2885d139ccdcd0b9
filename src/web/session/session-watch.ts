import { getVersion } from '../../contract/client-context.contract.ts'
import { refreshSession } from '../../contract/session.contract.ts'
import { call } from '../api/call.ts'
import { showFailure } from '../api/show-failure.ts'
import { idleWarning } from './idle-warning.ts'
import { logOut } from './session.ts'
import { atWall, idle, sessionClock } from './session-clock.ts'
import { authToken, sessionStore } from './session-store.ts'
import { tabs } from './tabs.ts'

/** The interval of the idle check (§9). */
const checkEveryMs = 1000
/** Background tabs run timers once a minute; a longer gap means that the machine slept. */
const longestGapMs = 90_000
const sendEveryMs = 1000

/** Activity is pointer, key, touch or scroll. */
const activities = [
  'pointermove',
  'pointerdown',
  'mousemove',
  'keydown',
  'touchmove',
  'wheel',
  'scroll',
] as const

/** While somebody is logged in: enforces the limits of §9 and keeps the browser's tabs in sync. */
export function watchSessions(): void {
  let stop: (() => void) | null = null
  const onChange = () => {
    const isSignedIn = sessionStore.read().state === 'signed-in'
    if (isSignedIn) stop ??= watch()
    else {
      stop?.()
      stop = null
    }
  }
  sessionStore.subscribe(onChange)
  onChange()
  // A page restored from the back/forward cache may show what its session no longer allows, so it reloads.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    cover()
    window.location.reload()
  })
}

let lastCheckMs = 0
let sentAtMs = 0
let isVerifying = false

function watch(): () => void {
  lastCheckMs = sessionClock.nowMs()
  const stopped = new AbortController()
  const { signal } = stopped
  for (const kind of activities)
    window.addEventListener(kind, noteActivity, { capture: true, passive: true, signal })
  // After sleep, or when the tab comes to the front, the clock is checked before anything shows.
  document.addEventListener('visibilitychange', check, { capture: true, signal })
  document.addEventListener('resume', check, { signal })
  window.addEventListener('focus', check, { capture: true, signal })
  const timer = setInterval(check, checkEveryMs)
  const stopHearing = listenToTabs()
  check()
  return () => {
    stopped.abort()
    clearInterval(timer)
    stopHearing()
    idleWarning.withdraw()
  }
}

let pointer = ''

function noteActivity(event: Event): void {
  if (event instanceof MouseEvent && event.type.endsWith('move')) {
    // Browsers report pointer movement when content moves under a still pointer.
    const place = `${event.screenX} ${event.screenY}`
    if (place === pointer) return
    pointer = place
  }
  idle.noteActivity(sessionClock.nowMs())
  tellActivity()
}

function tellActivity(): void {
  const ownMs = idle.ownActivityMs()
  if (ownMs - sentAtMs < sendEveryMs) return
  sentAtMs = ownMs
  tabs.send({ kind: 'active', atWallMs: wallOf(ownMs) })
}

const wallOf = (atMs: number) => Date.now() - (sessionClock.nowMs() - atMs)

function listenToTabs(): () => void {
  return tabs.listen(message => {
    switch (message.kind) {
      case 'active':
        idle.noteActivityElsewhere(atWall(message.atWallMs))
        return check()
      case 'renewed':
        if (message.token === undefined) idle.noteRenewal(atWall(message.atWallMs))
        else authToken.adopt(message.token, atWall(message.atWallMs))
        return check()
      case 'who-is-there': {
        tabs.send({ kind: 'active', atWallMs: wallOf(idle.ownActivityMs()) })
        const token = authToken.read()
        const atWallMs = wallOf(idle.renewedMs())
        tabs.send(token === null ? { kind: 'renewed', atWallMs } : { kind: 'renewed', token, atWallMs })
      }
    }
  })
}

function check(): void {
  const nowMs = sessionClock.nowMs()
  const hasSlept = nowMs - lastCheckMs > longestGapMs
  lastCheckMs = nowMs
  if (isVerifying) return
  const stateAt = idle.stateAt(nowMs, { isHeld: idleWarning.isHeld() })
  tellActivity()
  const isDoubtful = sessionClock.doubtMs() > 0
  switch (stateAt.state) {
    case 'over':
      // After sleep, another tab may have newer activity, and the server knows the real time.
      if (hasSlept || isDoubtful) return void verify()
      return void logOut('idle')
    case 'warning':
      idleWarning.show({ ...stateAt, leftMs: stateAt.endsAtMs - nowMs, onStay: stay, onLeave })
      break
    case 'fine':
      idleWarning.withdraw()
  }
  if (isDoubtful && nowMs - timeRequestedAtMs > askTimeEveryMs) void askTime()
}

/** Asks the server and other tabs before a limit that passed unnoticed ends the session; the page is hidden meanwhile. */
async function verify(): Promise<void> {
  isVerifying = true
  const uncover = cover()
  tabs.send({ kind: 'who-is-there' })
  try {
    await askTime()
    if (sessionStore.read().state !== 'signed-in') return
    const { state } = idle.stateAt(sessionClock.nowMs())
    if (state === 'over') void logOut('idle')
  } finally {
    isVerifying = false
    uncover()
  }
}

let timeRequestedAtMs = Number.NEGATIVE_INFINITY
const askTimeEveryMs = 10_000
const answerWithinMs = 3000

/** Any response carries the server's time; this call does not extend the session. */
async function askTime(): Promise<void> {
  timeRequestedAtMs = sessionClock.nowMs()
  await call(getVersion, {}, { signal: AbortSignal.timeout(answerWithinMs) }).catch(() => undefined)
}

function cover(): () => void {
  const { style } = document.documentElement
  const focused = document.activeElement
  style.visibility = 'hidden'
  return () => {
    style.visibility = ''
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }
}

/** 'I'm still here': renews the session, also for the other tabs. */
function stay(): void {
  idle.noteAnswer(sessionClock.nowMs())
  tellActivity()
  call(refreshSession, {}).catch(showFailure)
}

/** 'Log me out' in a warning counts as the end by inactivity (§4). */
function onLeave(): void {
  void logOut('idle')
}
