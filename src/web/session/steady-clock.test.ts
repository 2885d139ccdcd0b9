import { expect, test } from 'vitest'
import { steadyClock } from './steady-clock.ts'

const minuteMs = 60_000
const serverStartMs = Date.UTC(2026, 10, 20, 15)

/** A machine whose two clocks, and whose server's, a test moves apart. */
function machine() {
  const readings = { wallMs: 5_000_000, ticksMs: 700 }
  let serverMs = serverStartMs
  const clock = steadyClock(() => ({ ...readings }))
  const answer = () => clock.noteServerTime(serverMs)
  answer()
  return {
    clock,
    answer,
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

test('§9 time that passes while the machine sleeps counts', () => {
  const { clock, runs, sleeps, answer } = machine()
  runs(minuteMs)
  sleeps(25 * minuteMs)
  expect(clock.nowMs()).toBe(26 * minuteMs)
  expect(clock.doubtMs()).toBe(25 * minuteMs)
  answer()
  expect(clock.nowMs()).toBe(26 * minuteMs)
  expect(clock.doubtMs()).toBe(0)
})

test('§9 a clock that is put forward counts until the server has said what time it is', () => {
  const { clock, runs, isSet, answer } = machine()
  runs(minuteMs)
  isSet(60 * minuteMs)
  expect(clock.nowMs()).toBe(61 * minuteMs)
  answer()
  expect(clock.nowMs()).toBe(minuteMs)
  runs(minuteMs)
  expect(clock.nowMs()).toBe(2 * minuteMs)
})

test('§9 a clock that is set back gives nobody more time', () => {
  const { clock, runs, isSet } = machine()
  runs(10 * minuteMs)
  isSet(-60 * minuteMs)
  expect(clock.nowMs()).toBe(10 * minuteMs)
  runs(10 * minuteMs)
  expect(clock.nowMs()).toBe(20 * minuteMs)
})

test('§9 a sleep that a clock set back conceals is found by the next answer of the server', () => {
  const { clock, sleeps, isSet, answer } = machine()
  isSet(-25 * minuteMs)
  clock.nowMs()
  sleeps(20 * minuteMs)
  isSet(-20 * minuteMs)
  expect(clock.nowMs()).toBe(0)
  answer()
  expect(clock.nowMs()).toBe(20 * minuteMs)
})

test('§9 a server that answers slowly or from a copy with another clock moves nothing', () => {
  const { clock, runs } = machine()
  runs(minuteMs)
  clock.noteServerTime(serverStartMs + minuteMs + 20_000)
  clock.noteServerTime(serverStartMs + minuteMs - 20_000)
  expect(clock.nowMs()).toBe(minuteMs)
})

test('§9 the server’s time is known between its answers', () => {
  const { clock, runs, sleeps } = machine()
  runs(minuteMs)
  sleeps(minuteMs)
  expect(clock.serverNowMs()).toBe(serverStartMs + 2 * minuteMs)
})
