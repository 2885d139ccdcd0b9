import { expect, test } from 'vitest'
import { steadyClock } from './steady-clock.ts'

const minuteMs = 60_000
const serverStartMs = Date.UTC(2026, 10, 20, 15)

/** A machine whose clock, ticks and server time a test can move apart. */
function machine() {
  const readings = { wallMs: 5_000_000, ticksMs: 700 }
  let serverMs = serverStartMs
  const clock = steadyClock(() => ({ ...readings }))
  const respond = () => clock.noteServerTime(serverMs)
  respond()
  return {
    clock,
    respond,
    runs: (ms: number) => {
      readings.wallMs += ms
      readings.ticksMs += ms
      serverMs += ms
    },
    sleeps: (ms: number) => {
      readings.wallMs += ms
      serverMs += ms
    },
    isSet: (byMs: number) => {
      readings.wallMs += byMs
    },
  }
}

test('counts time while the machine sleeps (§9)', () => {
  const { clock, runs, sleeps, respond } = machine()
  runs(minuteMs)
  sleeps(25 * minuteMs)
  expect(clock.nowMs()).toBe(26 * minuteMs)
  expect(clock.uncertainMs()).toBe(25 * minuteMs)
  respond()
  expect(clock.nowMs()).toBe(26 * minuteMs)
  expect(clock.uncertainMs()).toBe(0)
})

test('counts a clock set forward as time until the server corrects it (§9)', () => {
  const { clock, runs, isSet, respond } = machine()
  runs(minuteMs)
  isSet(60 * minuteMs)
  expect(clock.nowMs()).toBe(61 * minuteMs)
  respond()
  expect(clock.nowMs()).toBe(minuteMs)
  runs(minuteMs)
  expect(clock.nowMs()).toBe(2 * minuteMs)
})

test('gains no time from a clock set back (§9)', () => {
  const { clock, runs, isSet } = machine()
  runs(10 * minuteMs)
  isSet(-60 * minuteMs)
  expect(clock.nowMs()).toBe(10 * minuteMs)
  runs(10 * minuteMs)
  expect(clock.nowMs()).toBe(20 * minuteMs)
})

test('finds a sleep hidden by a clock set back at the server’s next response (§9)', () => {
  const { clock, sleeps, isSet, respond } = machine()
  isSet(-25 * minuteMs)
  clock.nowMs()
  sleeps(20 * minuteMs)
  isSet(-20 * minuteMs)
  expect(clock.nowMs()).toBe(0)
  respond()
  expect(clock.nowMs()).toBe(20 * minuteMs)
})

test('is not moved by a slow server or by an instance with another clock (§9)', () => {
  const { clock, runs } = machine()
  runs(minuteMs)
  clock.noteServerTime(serverStartMs + minuteMs + 20_000)
  clock.noteServerTime(serverStartMs + minuteMs - 20_000)
  expect(clock.nowMs()).toBe(minuteMs)
})

test('knows the server’s time between responses (§9)', () => {
  const { clock, runs, sleeps } = machine()
  runs(minuteMs)
  sleeps(minuteMs)
  expect(clock.serverNowMs()).toBe(serverStartMs + 2 * minuteMs)
})
