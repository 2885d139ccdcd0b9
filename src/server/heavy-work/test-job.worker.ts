import { isMainThread } from 'node:worker_threads'
import { fieldProblem } from '../../contract/problems.ts'

// The job of heavy-work.test.ts.

type Question =
  | { kind: 'count' | 'problem' | 'error' | 'loop' | 'heap' | 'buffers' }
  | { kind: 'parts'; parts: number }
  | { kind: 'slow'; forMs: number; result: string }

let runs = 0

function* partsOf(parts: number): Generator<number, unknown, void> {
  for (let part = 0; part < parts; part += 1) yield part
  return 'all'
}

function* only(result: unknown): Generator<number, unknown, void> {
  yield* []
  return result
}

export default function work(question: Question): Generator<number, unknown, void> {
  runs += 1
  switch (question.kind) {
    case 'count':
      return only({
        isMainThread,
        runs,
        secrets: Object.keys(process.env).filter(name => /SECRET|DATABASE/.test(name)),
      })
    case 'parts':
      return partsOf(question.parts)
    case 'slow': {
      const untilMs = performance.now() + question.forMs
      while (performance.now() < untilMs);
      return only(question.result)
    }
    case 'problem':
      throw fieldProblem('file', 'It is damaged.')
    case 'error':
      throw new Error('a fault of the program')
    case 'loop':
      for (;;);
    case 'heap': {
      const kept: object[] = []
      for (;;) kept.push({ number: kept.length, text: String(kept.length) })
    }
    case 'buffers': {
      const kept: Buffer[] = []
      for (;;) kept.push(Buffer.alloc(1024 * 1024, 1))
    }
  }
}
