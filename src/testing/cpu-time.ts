/**
 * Runs synchronous work and returns the CPU time of this thread, in milliseconds. Unlike the wall clock it hardly depends on what else
 * the machine does.
 */
export function cpuTimeMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
