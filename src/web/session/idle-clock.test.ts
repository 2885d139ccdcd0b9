import { describe, expect, test } from 'vitest'
import { graceMs, type IdleClock, idleClock } from './idle-clock.ts'

/** `17:00` since the page started, in milliseconds. */
const at = (time: string): number => {
  const [minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (minutes * 60 + seconds) * 1000
}

const stateAt = (clock: IdleClock, time: string, isHeld = false) => clock.stateAt(at(time), { isHeld }).state

/** The page keeps calling the server without any activity of the person. */
const idleWithRequests = () => {
  const clock = idleClock(0)
  return {
    clock,
    stateAt: (time: string) => {
      clock.noteRenewal(at(time))
      return stateAt(clock, time)
    },
  }
}

describe('20 minutes without activity (§9)', () => {
  test.each([
    ['0:00', 'fine'],
    ['16:59', 'fine'],
    ['17:00', 'warning'],
    ['19:59', 'warning'],
    ['20:00', 'over'],
    ['25:00', 'over'],
  ])('at %s of inactivity the session is %s (§9)', (time, state) => {
    expect(idleWithRequests().stateAt(time)).toBe(state)
  })

  test('the warning names inactivity and its end', () => {
    expect(idleClock(0).stateAt(at('17:00'))).toEqual({
      state: 'warning',
      why: 'idle',
      endsAtMs: at('20:00'),
    })
    expect(idleClock(0).stateAt(at('20:00'))).toEqual({ state: 'over', why: 'idle' })
  })

  test('activity restarts the 20 minutes', () => {
    const { clock, stateAt: state } = idleWithRequests()
    clock.noteActivity(at('16:59'))
    expect(state('33:58')).toBe('fine')
    expect(state('33:59')).toBe('warning')
    expect(state('36:59')).toBe('over')
  })

  test('activity after the limit does not restore the session, for example after a laptop was shut', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('20:00'))
    expect(stateAt(clock, '20:00')).toBe('over')
  })

  test('activity in another tab counts, even if the message about it is late', () => {
    const clock = idleClock(0)
    clock.noteRenewal(at('19:00'))
    clock.noteActivityElsewhere(at('19:00'))
    expect(stateAt(clock, '20:00')).toBe('fine')
    expect(stateAt(clock, '36:00')).toBe('warning')
  })
})

describe('30 minutes without a request (§9)', () => {
  const active = () => {
    const clock = idleClock(0)
    return {
      clock,
      statusAt: (time: string) => {
        clock.noteActivityElsewhere(at(time))
        return clock.stateAt(at(time))
      },
    }
  }

  test.each([
    ['26:59', 'fine'],
    ['27:00', 'warning'],
    ['29:59', 'warning'],
    ['30:00', 'over'],
  ])('at %s without a request the session of an active person is %s (§9)', (time, state) => {
    expect(active().statusAt(time).state).toBe(state)
  })

  test('the warning names the token’s expiry, and a request ends it', () => {
    const { clock, statusAt } = active()
    expect(statusAt('27:00')).toEqual({ state: 'warning', why: 'token', endsAtMs: at('30:00') })
    clock.noteRenewal(at('27:10'))
    expect(statusAt('27:10').state).toBe('fine')
    expect(statusAt('54:09').state).toBe('fine')
    expect(statusAt('54:10').state).toBe('warning')
  })

  test('a late response to an older request does not shorten the limit (§7)', () => {
    const { clock, statusAt } = active()
    clock.noteRenewal(at('20:00'))
    clock.noteRenewal(at('5:00'))
    expect(statusAt('46:59').state).toBe('fine')
  })

  test('requests alone do not extend the session', () => {
    expect(idleWithRequests().stateAt('20:00')).toBe('over')
  })
})

describe('the warning (§9)', () => {
  test('"I’m still here" restarts the 20 minutes', () => {
    const clock = idleClock(0)
    clock.noteConfirmation(at('19:59'))
    clock.noteRenewal(at('19:59'))
    expect(stateAt(clock, '36:58')).toBe('fine')
    expect(stateAt(clock, '36:59')).toBe('warning')
  })

  test('disappears a moment after activity, not under a moving pointer', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('17:05'))
    expect(clock.stateAt(at('17:05') + graceMs - 1).state).toBe('warning')
    expect(clock.stateAt(at('17:05') + graceMs).state).toBe('fine')
    // Counted from the activity.
    clock.noteRenewal(at('20:00'))
    expect(stateAt(clock, '34:04')).toBe('fine')
    expect(stateAt(clock, '34:05')).toBe('warning')
  })

  test('stays while it has the pointer or the focus', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('17:05'))
    expect(stateAt(clock, '19:59', true)).toBe('warning')
    expect(stateAt(clock, '20:00', true)).toBe('fine')
  })

  test('activity in its last seconds prevents the log-out', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('19:58'))
    expect(stateAt(clock, '19:59')).toBe('warning')
    expect(stateAt(clock, '20:00')).toBe('fine')
  })

  test('sleep after activity during the warning does not extend the limit', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('17:05'))
    clock.noteActivity(at('60:00'))
    expect(stateAt(clock, '60:00')).toBe('over')
  })
})

test('a corrected clock extends no limit (§9)', () => {
  const clock = idleClock(0)
  clock.noteActivity(at('10:00'))
  // It was only 4:00.
  expect(stateAt(clock, '4:00')).toBe('fine')
  clock.noteRenewal(at('20:00'))
  expect(stateAt(clock, '21:00')).toBe('warning')
  expect(stateAt(clock, '24:00')).toBe('over')
})

test('while the person signs elsewhere only the token ends the session, and being idle counts again when they are back (§9)', () => {
  const clock = idleClock(0)
  clock.noteRenewal(at('5:00'))
  clock.noteAway(at('5:00'))
  expect(stateAt(clock, '31:00')).toBe('fine')
  expect(stateAt(clock, '32:00')).toBe('warning')
  expect(stateAt(clock, '35:00')).toBe('over')
  const returned = idleClock(0)
  returned.noteRenewal(at('5:00'))
  returned.noteAway(at('5:00'))
  returned.noteBack()
  expect(stateAt(returned, '20:00')).toBe('over')
})
