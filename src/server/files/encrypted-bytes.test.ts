import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dataKeysOf } from './data-keys.ts'
import { decryptBytes, decryptManyBytes, encryptBytes, encryptManyBytes } from './encrypted-bytes.ts'

const keys = dataKeysOf([{ keyId: 'k', key: randomBytes(32) }])
const owner = 'npt/bank-files/1'

async function* inParts(bytes: Uint8Array, partBytes: number) {
  for (let from = 0; from < bytes.length; from += partBytes) yield bytes.subarray(from, from + partBytes)
}

const decryptInParts = ({ ciphertext, dataKey }: ReturnType<typeof encryptBytes>, partBytes: number) =>
  decryptManyBytes(keys, owner, {
    ...{ length: ciphertext.length, dataKey, parts: inParts(ciphertext, partBytes) },
  })

test.each([0, 1, 5, 64 * 1024 + 3])(
  '%i bytes are read back, whole or in parts that cut the tag anywhere',
  async length => {
    const plain = randomBytes(length)
    const [once, inTurns] = [
      encryptBytes(keys, owner, plain),
      await encryptManyBytes(keys, owner, Uint8Array.from(plain)),
    ]
    for (const encrypted of [once, inTurns]) {
      expect(decryptBytes(keys, owner, encrypted).equals(plain)).toBe(true)
      for (const partBytes of [7 + (length >> 4), length + 9, length + 16])
        expect((await decryptInParts(encrypted, partBytes)).equals(plain)).toBe(true)
    }
  },
)

test('bytes that were altered, cut off or repeated are not given', async () => {
  const { ciphertext, dataKey } = encryptBytes(keys, owner, randomBytes(100))
  const altered = Buffer.from(ciphertext)
  altered.writeUInt8(altered.readUInt8(3) ^ 1, 3)
  const [shorter, longer] = [ciphertext.subarray(0, -1), Buffer.concat([ciphertext, ciphertext])]
  for (const wrong of [altered, shorter, longer])
    await expect(decryptInParts({ ciphertext: wrong, dataKey }, 10)).rejects.toThrow()
  for (const wrong of [shorter, longer]) {
    const length = ciphertext.length
    const parts = inParts(wrong, 10)
    await expect(decryptManyBytes(keys, owner, { length, dataKey, parts })).rejects.toThrow()
  }
})

test('others have their turn while many bytes are encrypted', async () => {
  let turns = 0
  const encrypting = { isDone: false }
  const others = (async () => {
    for (; !encrypting.isDone; turns += 1) await setTimeout(1)
  })()
  await encryptManyBytes(keys, owner, Buffer.alloc(40 * 2 ** 20))
  encrypting.isDone = true
  await others
  expect(turns).toBeGreaterThan(2)
})
