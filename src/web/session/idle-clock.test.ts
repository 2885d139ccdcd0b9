import { describe, expect, test } from 'vitest'
import { graceMs, type IdleClock, idleClock } from './idle-clock.ts'

/** `17:00` since the page began, in milliseconds. */
const at = (time: string): number => {
  const [minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (minutes * 60 + seconds) * 1000
}

const stateAt = (clock: IdleClock, time: string, isHeld = false) => clock.stateAt(at(time), { isHeld }).state

/** A person who reads and does nothing, while the page keeps asking the server. */
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

describe('§9 20 minutes without activity', () => {
  test.each([
    ['0:00', 'fine'],
    ['16:59', 'fine'],
    ['17:00', 'warning'],
    ['19:59', 'warning'],
    ['20:00', 'over'],
    ['25:00', 'over'],
  ])('§9 at %s of inactivity the session is %s', (time, state) => {
    expect(idleWithRequests().stateAt(time)).toBe(state)
  })

  test('§9 the warning says that the person is idle, and until when', () => {
    expect(idleClock(0).stateAt(at('17:00'))).toEqual({
      state: 'warning',
      why: 'idle',
      endsAtMs: at('20:00'),
    })
    expect(idleClock(0).stateAt(at('20:00'))).toEqual({ state: 'over', why: 'idle' })
  })

  test('open-points 9 activity begins the 20 minutes anew', () => {
    const { clock, stateAt: state } = idleWithRequests()
    clock.noteActivity(at('16:59'))
    expect(state('33:58')).toBe('fine')
    expect(state('33:59')).toBe('warning')
    expect(state('36:59')).toBe('over')
  })

  test('§9 activity after the limit comes too late: whoever opens the lid does not stay', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('20:00'))
    expect(stateAt(clock, '20:00')).toBe('over')
  })

  test('§9 activity in another tab counts here too, also where this tab learns of it late', () => {
    const clock = idleClock(0)
    clock.noteRenewal(at('19:00'))
    clock.noteActivityElsewhere(at('19:00'))
    expect(stateAt(clock, '20:00')).toBe('fine')
    expect(stateAt(clock, '36:00')).toBe('warning')
  })
})

describe('§9 30 minutes without a request', () => {
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
  ])('§9 at %s without a request the session of an active person is %s', (time, state) => {
    expect(active().statusAt(time).state).toBe(state)
  })

  test('§9 the warning says that the token expires, and a request ends it', () => {
    const { clock, statusAt } = active()
    expect(statusAt('27:00')).toEqual({ state: 'warning', why: 'token', endsAtMs: at('30:00') })
    clock.noteRenewal(at('27:10'))
    expect(statusAt('27:10').state).toBe('fine')
    expect(statusAt('54:09').state).toBe('fine')
    expect(statusAt('54:10').state).toBe('warning')
  })

  test('§7 an answer to an older request makes the token no older', () => {
    const { clock, statusAt } = active()
    clock.noteRenewal(at('20:00'))
    clock.noteRenewal(at('5:00'))
    expect(statusAt('46:59').state).toBe('fine')
  })

  test('§9 requests alone keep nobody in', () => {
    expect(idleWithRequests().stateAt('20:00')).toBe('over')
  })
})

describe('§9 the warning', () => {
  test('§9 "I’m still here" begins the 20 minutes anew', () => {
    const clock = idleClock(0)
    clock.noteAnswer(at('19:59'))
    clock.noteRenewal(at('19:59'))
    expect(stateAt(clock, '36:58')).toBe('fine')
    expect(stateAt(clock, '36:59')).toBe('warning')
  })

  test('open-points 9 activity takes it away after a moment, not from under the pointer on its way', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('17:05'))
    expect(clock.stateAt(at('17:05') + graceMs - 1).state).toBe('warning')
    expect(clock.stateAt(at('17:05') + graceMs).state).toBe('fine')
    // Counted from the activity.
    clock.noteRenewal(at('20:00'))
    expect(stateAt(clock, '34:04')).toBe('fine')
    expect(stateAt(clock, '34:05')).toBe('warning')
  })

  test('open-points 9 it stands as long as the pointer or the focus is in it', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('17:05'))
    expect(stateAt(clock, '19:59', true)).toBe('warning')
    expect(stateAt(clock, '20:00', true)).toBe('fine')
  })

  test('open-points 9 whoever moved in its last seconds is not logged out', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('19:58'))
    expect(stateAt(clock, '19:59')).toBe('warning')
    expect(stateAt(clock, '20:00')).toBe('fine')
  })

  test('§9 a movement during the warning is not made longer by a sleep that follows it', () => {
    const clock = idleClock(0)
    clock.noteActivity(at('17:05'))
    clock.noteActivity(at('60:00'))
    expect(stateAt(clock, '60:00')).toBe('over')
  })
})

test('§9 a clock that is put right makes no limit longer', () => {
  const clock = idleClock(0)
  clock.noteActivity(at('10:00'))
  // It was only 4:00.
  expect(stateAt(clock, '4:00')).toBe('fine')
  clock.noteRenewal(at('20:00'))
  expect(stateAt(clock, '21:00')).toBe('warning')
  expect(stateAt(clock, '24:00')).toBe('over')
})
