import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints the progress of `npm run test:pages` and `npm run pictures` after each persona, an estimate of the time left, and totals at the end. */
export default class ProgressReporter implements Reporter {
  #total = 0
  #done = 0
  #checks = 0
  #failed: string[] = []
  #startMs = 0

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#total = suite.allTests().length
    this.#startMs = Date.now()
    print(`${this.#total} personas at their clients`)
  }

  onTestEnd(test: TestCase, { status, annotations }: TestResult): void {
    this.#done += 1
    const checks = annotations.find(({ type }) => type === 'checks')?.description ?? 0
    this.#checks += Number(checks)
    if (status !== 'passed') this.#failed.push(test.title)
    const elapsedMinutes = (Date.now() - this.#startMs) / 60_000
    const leftMinutes = (elapsedMinutes / this.#done) * (this.#total - this.#done)
    print(
      `[${this.#done}/${this.#total}] ${status} ${test.title}, ${this.#checks} checks in ${elapsedMinutes.toFixed(1)} min, about ${leftMinutes.toFixed(0)} min left`,
    )
  }

  onEnd(): void {
    const minutes = (Date.now() - this.#startMs) / 60_000
    print(
      `${this.#checks} checks in ${minutes.toFixed(1)} min; ${this.#failed.length} of ${this.#done} personas with findings`,
    )
    for (const title of this.#failed) print(`  ${title}`)
  }

  printsToStdio(): boolean {
    return false
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
