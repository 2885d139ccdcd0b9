import { getVersion } from '../../contract/client-context.contract.ts'
import { refreshSession } from '../../contract/open-session.contract.ts'
import { call } from '../api/call.ts'
import { showFailure } from '../api/show-failure.ts'
import { idleWarning } from './idle-warning.ts'
import { watchOtherAccounts } from './other-accounts.ts'
import { logOut } from './session.ts'
import { fromWallClock, idle, sessionClock } from './session-clock.ts'
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

/** While a person is logged in: enforces the limits of §9 and keeps the browser's tabs in sync. */
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
    hidePage()
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
  const stopListening = listenToTabs()
  const stopComparing = watchOtherAccounts()
  check()
  return () => {
    stopped.abort()
    clearInterval(timer)
    stopListening()
    stopComparing()
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
  sendActivity()
}

function sendActivity(): void {
  const ownMs = idle.ownActivityMs()
  if (ownMs - sentAtMs < sendEveryMs) return
  sentAtMs = ownMs
  tabs.send({ kind: 'active', atWallMs: toWallMs(ownMs) })
}

const toWallMs = (atMs: number) => Date.now() - (sessionClock.nowMs() - atMs)

function listenToTabs(): () => void {
  return tabs.listen(message => {
    switch (message.kind) {
      case 'active':
        idle.noteActivityElsewhere(fromWallClock(message.atWallMs))
        return check()
      case 'renewed':
        if (message.token === undefined) idle.noteRenewal(fromWallClock(message.atWallMs))
        else authToken.adopt(message.token, fromWallClock(message.atWallMs))
        return check()
      case 'away':
        return idle.noteAway(fromWallClock(message.atWallMs))
      case 'back':
        return idle.noteBack()
      case 'activity-query': {
        tabs.send({ kind: 'active', atWallMs: toWallMs(idle.ownActivityMs()) })
        const token = authToken.read()
        const atWallMs = toWallMs(idle.renewedMs())
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
  sendActivity()
  const isUncertain = sessionClock.uncertainMs() > 0
  switch (stateAt.state) {
    case 'over':
      // After sleep, another tab may have newer activity, and the server knows the real time.
      if (hasSlept || isUncertain) return void verify()
      endAt(stateAt)
      break
    case 'warning':
      idleWarning.show({ ...stateAt, leftMs: stateAt.endsAtMs - nowMs, onStay: stay, onLeave })
      break
    case 'fine':
      idleWarning.withdraw()
  }
  if (isUncertain && nowMs - timeRequestedAtMs > requestTimeEveryMs) void requestServerTime()
}

/** Asks the server and other tabs before a limit that passed unnoticed ends the session; the page is hidden in the meantime. */
async function verify(): Promise<void> {
  isVerifying = true
  const showPage = hidePage()
  tabs.send({ kind: 'activity-query' })
  try {
    await requestServerTime()
    if (sessionStore.read().state !== 'signed-in') return
    const stateAt = idle.stateAt(sessionClock.nowMs())
    if (stateAt.state === 'over') endAt(stateAt)
  } finally {
    isVerifying = false
    showPage()
  }
}

let timeRequestedAtMs = Number.NEGATIVE_INFINITY
const requestTimeEveryMs = 10_000
const responseTimeoutMs = 3000

/** Any response carries the server's time; this call does not extend the session. */
async function requestServerTime(): Promise<void> {
  timeRequestedAtMs = sessionClock.nowMs()
  await call(getVersion, {}, { signal: AbortSignal.timeout(responseTimeoutMs) }).catch(() => undefined)
}

function hidePage(): () => void {
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
  idle.noteConfirmation(sessionClock.nowMs())
  sendActivity()
  call(refreshSession, {}).catch(showFailure)
}

/** 'Log me out' is what the person asked for, not inactivity. */
function onLeave(): void {
  void logOut('requested')
}

/** The person's limit has passed, or that of the session, whose person may be busy. */
function endAt({ why }: { why: 'idle' | 'token' }): void {
  void logOut(why === 'idle' ? 'idle' : 'expired')
}
