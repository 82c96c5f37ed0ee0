import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { saveKeys } from './save-keys.ts'

const refusing =
  (...refused: number[]) =>
  async (key: number) => {
    if (refused.includes(key)) throw new ApiError('conflict', `Key ${key} is there already`)
  }

test('reports how many keys failed, and the first error [KEYS-045]', async () => {
  await expect(saveKeys([1, 2, 3], refusing(2, 3))).rejects.toThrow(
    'Some keys could not be saved (2 of 3). The first error: Key 2 is there already',
  )
})

test('reports that all keys failed, with the first error [KEYS-046]', async () => {
  await expect(saveKeys([1, 2], refusing(1, 2))).rejects.toThrow(
    'All keys failed to be saved. The first error: Key 1 is there already',
  )
})

test('reports nothing if all keys are saved', async () => {
  await expect(saveKeys([1, 2], refusing())).resolves.toBeUndefined()
})
