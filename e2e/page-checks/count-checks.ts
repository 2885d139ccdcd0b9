import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'

/** Says after each visitor how far the matrix is, and at the end what was seen. */
export default class CountChecks implements Reporter {
  #walks = 0
  #done = 0
  #looks = 0
  #addresses = 0
  #failed: string[] = []
  #beganMs = 0

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#walks = suite.allTests().length
    this.#beganMs = Date.now()
    this.#say(`${this.#walks} visitors at their clients`)
  }

  onTestEnd(signInFlow: TestCase, { status, annotations }: TestResult): void {
    this.#done += 1
    const numberOf = (type: string) =>
      Number(annotations.find(annotation => annotation.type === type)?.description ?? 0)
    this.#looks += numberOf('looks')
    this.#addresses += numberOf('addresses')
    const isGood = status === 'passed'
    if (!isGood) this.#failed.push(signInFlow.title)
    const [, name = signInFlow.title] = /at (\w+ [\w-]+) opens/.exec(signInFlow.title) ?? []
    const minutes = (Date.now() - this.#beganMs) / 60_000
    this.#say(
      `[${this.#done}/${this.#walks}] ${isGood ? 'good  ' : 'FAILED'} ${name}, ${this.#looks} looks after ${minutes.toFixed(1)} min`,
    )
  }

  onEnd(): void {
    this.#say(
      `${this.#addresses} addresses opened, ${this.#looks} looks at their screens, ${this.#failed.length} of ${this.#done} visitors found something`,
    )
  }

  printsToStdio(): boolean {
    return false
  }

  #say(line: string): void {
    process.stdout.write(`${line}\n`)
  }
}
